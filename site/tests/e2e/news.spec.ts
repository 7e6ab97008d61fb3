import {
  choose,
  expect,
  expectAccessible,
  expectAlive,
  type Page,
  tabTo,
  test,
  typeInto,
} from './support/page';

const REGISTRY_STUDY = '/study/NCT03974022';

/** An address that no other test has used. */
function address(who: string): string {
  return `${who}.${Date.now()}@example.org`;
}

/** Leaves an address by keyboard alone, as far as the page says to check the mail. */
async function leaveAddress(page: Page, email: string): Promise<void> {
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

/** Opens the newest mail to an address, once it is there. */
async function openMail(page: Page, email: string): Promise<void> {
  await expect(async () => {
    await page.goto('/_local/outbox');
    await page
      .getByRole('listitem')
      .filter({ hasText: email })
      .first()
      .getByRole('link')
      .click({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('main')).toContainText(email);
}

async function noOverflow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await page.setViewportSize(before ?? { width: 1280, height: 800 });
}

test('somebody leaves an address, confirms by the link in a mail and stops by another, by keyboard alone', async ({
  page,
}) => {
  const email = address('maria');
  await page.goto(REGISTRY_STUDY);
  await expectAlive(page);
  await leaveAddress(page, email);
  await noOverflow(page);
  expect(page.url()).not.toContain('maria');
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain('maria');

  await openMail(page, email);
  await noOverflow(page);
  await expectAccessible(page);
  const mail = page.url();
  await tabTo(page, page.getByRole('link', { name: /#confirm=/ }));
  await page.keyboard.press('Enter');
  await expectAlive(page);
  expect(page.url()).toMatch(/\/notify$/);
  await expectAccessible(page);
  await noOverflow(page);
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

test.describe('a link that was used', () => {
  test.use({ expectedErrors: [/404/] });
  test('says that it does not work, and what to do', async ({ page }) => {
    const email = address('rosa');
    await page.goto(REGISTRY_STUDY);
    await expectAlive(page);
    await leaveAddress(page, email);
    await openMail(page, email);
    const mail = page.url();
    for (const said of ['You get no more of these emails.', 'This link does not work.']) {
      await page.goto(mail);
      await page.getByRole('link', { name: /#stop=/ }).click();
      await expectAlive(page);
      await page.getByRole('button', { name: 'Stop the News' }).click();
      await expect(page.getByText(said)).toBeVisible();
    }
    await expectAccessible(page);
    await noOverflow(page);
  });
});

test('a search that finds nothing offers news of it', async ({ page }) => {
  const email = address('ana');
  await page.goto('/results?q=fibrodysplasia+ossificans+progressiva&in=ICELAND');
  await expectAlive(page);
  await leaveAddress(page, email);
  await openMail(page, email);
  await expect(page.getByRole('main')).not.toContainText('fibrodysplasia');
});

test('what is missing is named, and the focus goes there', async ({ page }) => {
  await page.goto(REGISTRY_STUDY);
  await expectAlive(page);
  await page.getByText('GET NOTIFIED').click();
  await page.getByRole('button', { name: 'Send Me News' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByRole('link', { name: 'Enter your email' }).click();
  await expect(page.getByLabel('Your Email')).toBeFocused();
  await expectAccessible(page);
  await noOverflow(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a study that has not started, and the page of the links, say how to ask by mail', async ({
    page,
  }) => {
    await page.goto('/study/STU01014');
    await page.getByText('GET NOTIFIED').click();
    await expect(page.locator('details').getByRole('link', { name: 'contact us' })).toBeVisible();
    await page.goto('/notify');
    await expect(page.getByRole('main').getByRole('link', { name: 'contact us' })).toBeVisible();
  });
});
