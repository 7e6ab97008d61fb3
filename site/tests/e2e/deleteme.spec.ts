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
import { answerQuestions, fillInForm } from './support/sign-up';

const TITLE = 'Please enter your details below to verify the account';
const DELETED = 'Your account has been successfully deleted';

/** Signs up with a unique address, up to the thank-you page. Returns the participant ID. */
async function signUp(page: Page, email: string): Promise<string> {
  await page.goto('/enroll/STU01009');
  await answerQuestions(page);
  await fillInForm(page, email);
  await page.getByRole('button', { name: 'Complete Sign Up' }).click();
  await page.getByRole('button', { name: 'I acknowledge and accept' }).click();
  await expect(page).toHaveURL(/\/thankyou\/PT[0-9A-Z]{12}$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? 'none';
}

/** Fills in the form by keyboard alone, until the page says to check the email. */
async function askByKeyboard(page: Page, number: string, name = 'Sample'): Promise<void> {
  await page.goto('/deleteme');
  await expectAlive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expectAccessible(page);
  await typeInto(page, page.getByLabel('Patient ID'), number);
  await typeInto(page, page.getByLabel('Last Name'), name);
  await typeInto(page, page.getByLabel('Month'), '3');
  await typeInto(page, page.getByLabel('Day', { exact: true }), '27');
  await typeInto(page, page.getByLabel('Year'), '1956');
  await choose(page, page.getByLabel('I am not a robot'));
  await expect(page.getByText('Done. Thank you.')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await tabTo(page, page.getByRole('button', { name: 'Send Me the Link' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused();
}

async function expectNotStored(page: Page, secrets: string[]): Promise<void> {
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const secret of secrets) {
    expect(stored + page.url()).not.toContain(secret);
  }
}

test.describe('a participant', () => {
  test.use({ expectedErrors: [/404/] });
  test('has the sign-up deleted by an email link, by keyboard alone, and only once', async ({ page }) => {
    test.slow();
    const email = `erase-${test.info().project.name}-${Date.now()}@example.org`;
    const number = await signUp(page, email);
    await askByKeyboard(page, number.toLowerCase(), 'sámple');
    await expectAccessible(page);
    await expectNoOverflow(page);
    await expectNotStored(page, ['Sample', 'mple', '1956', email]);

    await openMail(page, email, 'Please confirm your request');
    const mail = page.url();
    await tabTo(page, page.getByRole('link', { name: /deleteme#confirm=/ }));
    await page.keyboard.press('Enter');
    await expectAlive(page);
    expect(page.url()).toMatch(/\/deleteme$/);
    await expect(page.getByText('everything else that you entered')).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.evaluate((stored) => localStorage.setItem('prospectID', stored), number);
    await tabTo(page, page.getByRole('button', { name: 'Delete My Sign Up' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: DELETED })).toBeFocused();
    await expectAccessible(page);
    await expectNotStored(page, [number, 'confirm=']);

    await page.goto(`/thankyou/${number}`);
    await expect(page.getByText(number)).toHaveCount(0);

    await page.goto(mail);
    await page.getByRole('link', { name: /deleteme#confirm=/ }).click();
    await expectAlive(page);
    await page.getByRole('button', { name: 'Delete My Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'This Link Does Not Work' })).toBeFocused();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

test('unknown details lead to the same page', async ({ page }) => {
  await askByKeyboard(page, 'PT000000000000');
  await expect(page.getByText(/If your details are those of a sign up/)).toBeVisible();
});

test('missing values are listed, and their links move the focus', async ({ page }) => {
  await page.goto('/deleteme');
  await expectAlive(page);
  await page.getByRole('button', { name: 'Send Me the Link' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toBeFocused();
  await expect(alert.getByRole('heading')).toHaveText('please enter all required values');
  await expectAccessible(page);
  for (const [link, field] of [
    ['Enter your patient ID', 'Patient ID'],
    ['Enter your last name', 'Last Name'],
    ['Enter your date of birth', 'Month'],
  ] as const) {
    await alert.getByRole('link', { name: link }).click();
    await expect(page.getByLabel(field)).toBeFocused();
  }
  await expectNoOverflow(page);
});

test('the page is not cached and sends no referrer', async ({ page }) => {
  const answer = await page.goto('/deleteme');
  expect(answer?.headers()['cache-control']).toBe('no-store');
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the page says how to ask by phone or email, and has no form', async ({ page }) => {
    await page.goto('/deleteme');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    await expect(main.getByRole('link', { name: /@waypoint\.example/ })).toBeVisible();
    await expect(main.getByRole('link', { name: /\+1 216/ })).toBeVisible();
    await expect(main.locator('form')).toHaveCount(0);
  });
});
