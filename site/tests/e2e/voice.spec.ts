import type { Page } from '@playwright/test';
import { answerCalls, microphoneAsked, openWithCalls } from './support/assistants';
import { expect, expectAccessible, expectAlive, tabTo, test } from './support/page';

const TOKEN = { data: { access_token: 'token-1' } };
const start = (page: Page) => page.getByRole('button', { name: 'Talk to Us: start a voice call' });
/** Starts a call, and agrees to its recording. */
async function call(page: Page) {
  await start(page).click();
  await page.getByRole('button', { name: 'Agree and Start the Call' }).click();
}
const end = (page: Page) => page.getByRole('button', { name: 'Talk to Us: end the voice call' });
const state = (page: Page) => page.locator('[data-part="state"]');
const tell = (page: Page, event: string) =>
  page.evaluate((name) => (window as unknown as { tellLine: (event: string) => void }).tellLine(name), event);
const lineCalls = (page: Page) =>
  page.evaluate(() => (window as unknown as { lineCalls?: string[] }).lineCalls ?? []);

async function open(page: Page) {
  await openWithCalls(page);
  await expect(state(page)).toHaveText('');
}

test('a call connects, is active, and ends, by keyboard alone', async ({ page }) => {
  await answerCalls(page, TOKEN, { mayListen: true });
  await open(page);
  const size = await start(page).boundingBox();
  expect([size?.width, size?.height]).toEqual([46, 46]);
  await expectAccessible(page);
  await tabTo(page, start(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Before the Call' })).toBeFocused();
  expect(await microphoneAsked(page)).toBe(0);
  await expectAccessible(page);
  await tabTo(page, page.getByRole('button', { name: 'Agree and Start the Call' }));
  await page.keyboard.press('Enter');
  await expect(state(page)).toHaveText('Connecting');
  await expect.poll(() => lineCalls(page)).toEqual(['token-1']);
  await expect(end(page)).toBeVisible();
  await expectAccessible(page);
  await tell(page, 'call_started');
  await expect(state(page)).toHaveText('Active');
  await expect(end(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(state(page)).toHaveText('Ended');
  expect(await lineCalls(page)).toEqual(['token-1', 'stop']);
  await expect(start(page)).toBeVisible();
  await expectAccessible(page);
});

test('a call waits for its token for ten seconds at most, but has no time limit itself', async ({ page }) => {
  await page.clock.install();
  await answerCalls(page, TOKEN, { mayListen: true });
  await page.unroute('**/backend/start-retell-call');
  let isSilent = true;
  await page.route('**/backend/start-retell-call', (route) =>
    isSilent ? undefined : route.fulfill({ json: TOKEN }),
  );
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const requests = page.waitForRequest('**/backend/start-retell-call');
  await call(page);
  await requests;
  await page.clock.runFor(9900);
  await expect(state(page)).toHaveText('Connecting');
  await page.clock.runFor(200);
  await expect(state(page)).toHaveText('Error');
  isSilent = false;
  await call(page);
  await expect.poll(() => lineCalls(page)).toEqual(['token-1']);
  await tell(page, 'call_started');
  await page.clock.runFor(3_600_000);
  await expect(state(page)).toHaveText('Active');
});

test('an error of the line stops the call', async ({ page }) => {
  await answerCalls(page, TOKEN, { mayListen: true });
  await open(page);
  await call(page);
  await expect.poll(() => lineCalls(page)).toEqual(['token-1']);
  await tell(page, 'call_started');
  await tell(page, 'error');
  await expect(state(page)).toHaveText('Error');
  await expect(page.getByText('The call did not work.')).toBeVisible();
  expect(await lineCalls(page)).toEqual(['token-1', 'stop']);
  await expectAccessible(page);
});

test('a blocked microphone is reported, and no call begins', async ({ page }) => {
  const calls: string[] = [];
  await answerCalls(page, TOKEN, { mayListen: false });
  await open(page);
  page.on('request', (request) => calls.push(request.url()));
  await call(page);
  await expect(state(page)).toHaveText('Error');
  await expect(page.getByText('We can’t use a microphone.')).toBeVisible();
  expect(calls.filter((url) => url.includes('/backend/'))).toEqual([]);
  await expectAccessible(page);
});

test('an answer without a token leaves the state unchanged', async ({ page }) => {
  await answerCalls(page, { data: null }, { mayListen: true });
  await open(page);
  await call(page);
  await expect(page.getByText('The voice assistant could not start now.')).toBeVisible();
  await expect(state(page)).toHaveText('');
  expect(await lineCalls(page)).toEqual([]);
});

test('a site without calls says so at once, without requesting microphone or call', async ({ page }) => {
  const requests: string[] = [];
  await answerCalls(page, TOKEN, { mayListen: true });
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/about');
  await expectAlive(page);
  await start(page).click();
  await expect(page.getByText('The voice assistant is not available now.')).toBeVisible();
  await expect(state(page)).toHaveText('');
  expect(requests.filter((path) => path.startsWith('/backend/'))).toEqual([]);
  expect(await microphoneAsked(page)).toBe(0);
  await expectAccessible(page);
});

test.describe('a site without a key of the voice service', () => {
  test.use({ expectedErrors: [/404/] });

  test('says where to ask instead', async ({ page }) => {
    await answerCalls(page, TOKEN, { mayListen: true });
    await page.unroute('**/backend/start-retell-call');
    await open(page);
    await call(page);
    await expect(page.getByText('You can ask in the chat, or call us.')).toBeVisible();
    await expect(state(page)).toHaveText('');
    expect(await microphoneAsked(page)).toBe(1);
    await expectAccessible(page);
  });
});
