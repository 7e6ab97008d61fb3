import { answerChat, chatAnswer, openChat } from './support/assistants';
import { expect, expectAccessible, expectAlive, tabTo, test } from './support/page';

const STORE = 'https://play.google.com/store/apps/details?id=org.example.app';

test('a question is answered from the editors’ content with its source, and nothing is stored', async ({
  page,
}) => {
  const chat = await openChat(page);
  await expectAccessible(page);
  await chat.getByLabel('Your message').fill('Could I get a placebo?');
  await chat.getByRole('button', { name: 'Send' }).click();
  const log = chat.getByRole('log');
  await expect(log).toContainText('A placebo looks like the study treatment');
  await expect(log.getByRole('link', { name: /Common Questions/ })).toHaveAttribute('href', '/#faq-placebo');
  await expect(chat.getByRole('status')).toHaveText('Online');
  await expectAccessible(page);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
});

test('an emergency is answered with where to get help', async ({ page }) => {
  const chat = await openChat(page);
  await chat.getByLabel('Your message').fill('I have chest pain');
  await chat.getByLabel('Your message').press('Enter');
  await expect(chat.getByRole('log')).toContainText('call 911 now');
});

test('the assistants appear after 1500 ms without a layout shift', async ({ page }) => {
  await page.clock.install({ time: 0 });
  // The time for loading the page doesn't count.
  await page.clock.pauseAt(60_000);
  await page.goto('/about');
  const offer = page.getByRole('button', { name: 'Ask in the Chat' });
  const footer = page.getByRole('contentinfo');
  const place = () => footer.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const before = await place();
  await page.clock.runFor(1000);
  await expect(offer).toBeHidden();
  await page.clock.runFor(600);
  await expect(offer).toBeVisible();
  expect(await place()).toBe(before);
});

test('the chat loads nothing before the visitor taps', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/about');
  await expectAlive(page);
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((path) => /\/(chat|voice|qr-code)|backend/.test(path))).toEqual([]);
  await page.getByRole('button', { name: 'Ask in the Chat' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(loaded.filter((path) => path.startsWith('/assets/chat-'))).toHaveLength(1);
});

test('the chat shows messages a second apart, and accepts no text until then', async ({ page }) => {
  await page.clock.install();
  const requests = await answerChat(page, [chatAnswer(['One', 'Two', 'Three'])]);
  const chat = await openChat(page);
  const [box, send, log] = [
    chat.getByLabel('Your message'),
    chat.getByRole('button', { name: 'Send' }),
    chat.getByRole('log'),
  ];
  await page.clock.pauseAt(Date.now() + 60_000);
  await box.fill('  hello ');
  await box.press('Enter');
  await expect(log).toContainText('One');
  await expect(chat.getByRole('status')).toHaveText('Typing...');
  await expect(box).toBeDisabled();
  await expect(send).toBeDisabled();
  await page.clock.runFor(990);
  await expect(log).not.toContainText('Two');
  await page.clock.runFor(20);
  await expect(log).toContainText('Two');
  await expect(log).not.toContainText('Three');
  await page.clock.runFor(1000);
  await expect(log).toContainText('Three');
  await expect(chat.getByRole('status')).toHaveText('Online');
  await expect(box).toBeFocused();
  expect(requests).toEqual([{ message: 'hello', chatId: null }]);
});

test('the chat is accessible while a reply is pending', async ({ page }) => {
  await page.route('**/backend/chat', () => {});
  const chat = await openChat(page);
  await chat.getByLabel('Your message').fill('hello');
  await chat.getByLabel('Your message').press('Enter');
  await expect(chat.getByRole('status')).toHaveText('Typing...');
  await expectAccessible(page);
});

test('a text of white space is not sent', async ({ page }) => {
  const requests = await answerChat(page, [chatAnswer(['One'])]);
  const chat = await openChat(page);
  await chat.getByLabel('Your message').fill('  \n ');
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(chat.getByRole('status')).toHaveText('Online');
  expect(requests).toEqual([]);
});

test('the chat is opened, used, expanded, restored, and closed by keyboard alone', async ({ page }) => {
  await answerChat(page, [chatAnswer(['Yes.'])]);
  await page.goto('/about');
  await expectAlive(page);
  const opener = page.getByRole('button', { name: 'Ask in the Chat' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const chat = page.getByRole('dialog', { name: 'Chat Assistant' });
  await expect(chat.getByLabel('Your message')).toBeFocused();
  await page.keyboard.type('Is it free?');
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('log')).toContainText('Yes.');
  const small = await chat.boundingBox();
  await tabTo(page, chat.getByRole('button', { name: 'Expand' }));
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('button', { name: 'Restore' })).toBeFocused();
  const large = await chat.boundingBox();
  expect((large?.height ?? 0) * (large?.width ?? 0)).toBeGreaterThan(
    (small?.height ?? 0) * (small?.width ?? 0),
  );
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  expect(await chat.boundingBox()).toEqual(small);
  await page.keyboard.press('Escape');
  await expect(chat).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('log')).toContainText('Yes.');
});

test('a chat that ended starts again with the next text, or at once if it ended without a message', async ({
  page,
}) => {
  const requests = await answerChat(page, [
    chatAnswer(['One']),
    chatAnswer([], 'ended'),
    chatAnswer(['Two'], 'ended'),
    chatAnswer(['Three'], 'ongoing', 'chat-2'),
  ]);
  const chat = await openChat(page);
  for (const [text, answer] of [
    ['a', 'One'],
    ['b', 'Two'],
    ['c', 'Three'],
  ]) {
    await chat.getByLabel('Your message').fill(text ?? '');
    await chat.getByLabel('Your message').press('Enter');
    await expect(chat.getByRole('log')).toContainText(answer ?? '');
    await expect(chat.getByRole('status')).toHaveText('Online');
  }
  expect(requests).toEqual([
    { message: 'a', chatId: null },
    { message: 'b', chatId: 'chat-1' },
    { message: 'b', chatId: null },
    { message: 'c', chatId: null },
  ]);
  await expect(chat.getByRole('log').getByText('b', { exact: true })).toHaveCount(1);
});

test('a chat that ended is accessible and accepts the next text', async ({ page }) => {
  const requests = await answerChat(page, [
    chatAnswer(['Bye.'], 'ended', null),
    chatAnswer(['Welcome back.']),
  ]);
  const chat = await openChat(page);
  const box = chat.getByLabel('Your message');
  await box.fill('bye');
  await box.press('Enter');
  await expect(chat.getByRole('log')).toContainText('Bye.');
  await expect(chat.getByRole('status')).toHaveText('Online');
  await expectAccessible(page);
  await box.fill('hello');
  await box.press('Enter');
  await expect(chat.getByRole('log')).toContainText('Welcome back.');
  expect(requests.at(-1)).toEqual({ message: 'hello', chatId: null });
});

test('each answer is shown even if the server repeats a message id', async ({ page }) => {
  await answerChat(page, [chatAnswer(['Yes.'])]);
  const chat = await openChat(page);
  const answers = chat.getByRole('log').getByText('Yes.', { exact: true });
  for (const count of [1, 2]) {
    await chat.getByLabel('Your message').fill('Is it free?');
    await chat.getByLabel('Your message').press('Enter');
    await expect(answers).toHaveCount(count);
  }
});

test('a link to an app store has a QR code', async ({ page }) => {
  await answerChat(page, [chatAnswer([`Get the app: ${STORE}`])]);
  const chat = await openChat(page);
  await chat.getByLabel('Your message').fill('app');
  await chat.getByLabel('Your message').press('Enter');
  const code = chat.getByRole('img', { name: /QR code/ });
  await expect(code).toBeVisible();
  expect(await code.boundingBox()).toMatchObject({ width: 128, height: 128 });
  await expect(chat.getByRole('link', { name: /play.google.com/ })).toHaveAttribute('href', STORE);
  await expectAccessible(page);
});

test('the chat fits a screen of 320 pixels with 44-pixel targets', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const chat = await openChat(page);
  const box = await chat.boundingBox();
  expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 320]).toEqual([true, true]);
  for (const button of await chat.getByRole('button').all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
});

test.describe('a text that cannot be sent', () => {
  test.use({ expectedErrors: [/503/] });

  test('is restored, and the failure can be dismissed', async ({ page }) => {
    await answerChat(page, [503, chatAnswer(['Yes.'])]);
    const chat = await openChat(page);
    const box = chat.getByLabel('Your message');
    await box.fill('Is it free?');
    await box.press('Enter');
    const failure = chat.getByRole('alert');
    await expect(failure).toContainText('Failed to send message. Please try again.');
    await expect(box).toHaveValue('Is it free?');
    await expect(chat.getByRole('log')).not.toContainText('Is it free?');
    await expectAccessible(page);
    await failure.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(chat.getByText('Failed to send message.')).toBeHidden();
    await expect(box).toBeFocused();
    await box.press('Enter');
    await expect(chat.getByRole('log')).toContainText('Yes.');
  });
});

test('an answer without a message in an ongoing chat is a failure', async ({ page }) => {
  await answerChat(page, [chatAnswer([])]);
  const chat = await openChat(page);
  await chat.getByLabel('Your message').fill('Is it free?');
  await chat.getByLabel('Your message').press('Enter');
  await expect(chat.getByRole('alert')).toContainText('Failed to send message. Please try again.');
  await expect(chat.getByLabel('Your message')).toHaveValue('Is it free?');
});

test('without JavaScript the page says where to ask instead', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: process.env.WAYPOINT_URL ?? '', javaScriptEnabled: false });
  await page.goto('/about');
  const assistants = page.getByRole('complementary', { name: 'Do You Have a Question?' });
  await expect(assistants.getByRole('link', { name: 'privacy policy' })).toBeVisible();
  await expect(assistants.getByRole('link', { name: 'call us or write to us' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask in the Chat' })).toBeHidden();
  await page.close();
});
