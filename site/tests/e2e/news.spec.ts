import { openMail } from './support/mails';
import {
  choose,
  expect,
  expectAccessible,
  expectAlive,
  expectNoOverflow,
  type Page,
  tabTo,
  test,
  typeInto,
} from './support/page';

const REGISTRY_STUDY = '/study/NCT03974022';

/** A unique address. */
function address(who: string): string {
  return `${who}.${Date.now()}@example.org`;
}

/** Subscribes an address by keyboard alone, until the page says to check the email. */
async function subscribe(page: Page, email: string): Promise<void> {
  await tabTo(page, page.getByText('GET NOTIFIED'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your Email')).toBeVisible();
  await typeInto(page, page.getByLabel('Your Email'), email);
  await choose(page, page.getByLabel('I am not a robot'));
  await expect(page.getByText('Done. Thank you.')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await tabTo(page, page.getByRole('button', { name: 'Send Me News' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Check Your Email')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Check Your Email' })).toBeFocused();
}

test('a subscription is confirmed and stopped by email links, by keyboard alone', async ({ page }) => {
  const email = address('maria');
  await page.goto(REGISTRY_STUDY);
  await expectAlive(page);
  await subscribe(page, email);
  await expectNoOverflow(page);
  expect(page.url()).not.toContain('maria');
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain('maria');

  await openMail(page, email);
  await expectNoOverflow(page);
  await expectAccessible(page);
  const mail = page.url();
  await tabTo(page, page.getByRole('link', { name: /#confirm=/ }));
  await page.keyboard.press('Enter');
  await expectAlive(page);
  expect(page.url()).toMatch(/\/notify$/);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await tabTo(page, page.getByRole('button', { name: 'Yes, Send Me News' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('You will get news by email')).toBeVisible();
  await expectAccessible(page);

  await page.goto(mail);
  await tabTo(page, page.getByRole('link', { name: /#stop=/ }));
  await page.keyboard.press('Enter');
  await expectAlive(page);
  await tabTo(page, page.getByRole('button', { name: 'Stop the News' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('You get no more of these emails.')).toBeVisible();
  await expectAccessible(page);
});

test.describe('a used link', () => {
  test.use({ expectedErrors: [/404/] });
  test('says that it does not work and what to do', async ({ page }) => {
    const email = address('rosa');
    await page.goto(REGISTRY_STUDY);
    await expectAlive(page);
    await subscribe(page, email);
    await openMail(page, email);
    const mail = page.url();
    for (const text of ['You get no more of these emails.', 'This link does not work.']) {
      await page.goto(mail);
      await page.getByRole('link', { name: /#stop=/ }).click();
      await expectAlive(page);
      await page.getByRole('button', { name: 'Stop the News' }).click();
      await expect(page.getByText(text)).toBeVisible();
    }
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

test('a search without results offers a subscription', async ({ page }) => {
  const email = address('ana');
  await page.goto('/results?q=fibrodysplasia+ossificans+progressiva&in=ICELAND');
  await expectAlive(page);
  await subscribe(page, email);
  await openMail(page, email);
  await expect(page.getByRole('main')).not.toContainText('fibrodysplasia');
});

test('missing values are listed, and their links move the focus', async ({ page }) => {
  await page.goto(REGISTRY_STUDY);
  await expectAlive(page);
  await page.getByText('GET NOTIFIED').click();
  await page.getByRole('button', { name: 'Send Me News' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByRole('link', { name: 'Enter your email' }).click();
  await expect(page.getByLabel('Your Email')).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a study that has not started and the page of the links say how to ask by email', async ({ page }) => {
    await page.goto('/study/STU01014');
    await page.getByText('GET NOTIFIED').click();
    await expect(page.locator('details').getByRole('link', { name: 'contact us' })).toBeVisible();
    await page.goto('/notify');
    await expect(page.getByRole('main').getByRole('link', { name: 'contact us' })).toBeVisible();
  });
});
