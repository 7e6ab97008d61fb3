import type { Locator, Page } from '@playwright/test';
import { answerByKeyboard, consentByKeyboard, goOnByKeyboard, press } from './support/keyboard';
import { openMail } from './support/mails';
import { choose, expect, expectAccessible, expectAlive, test, typeInto } from './support/page';
import { answerQuestions, consent, fillInForm, goOn } from './support/sign-up';

/** The answers that STU01028 expects. */
const ANSWERS = ['True', 'True', 'True'];
const ACCEPT = 'I acknowledge and accept';

/** The year of birth of a person this many years old. */
const birthYear = (years: number) => String(new Date().getFullYear() - years);

/** How a visitor fills in a form. */
type Input = {
  type: (page: Page, target: Locator, text: string) => Promise<void>;
  choose: (page: Page, target: Locator) => Promise<void>;
  goOn: (page: Page) => Promise<void>;
};

const BY_KEYBOARD: Input = { type: typeInto, choose, goOn: goOnByKeyboard };
const BY_TOUCH: Input = {
  type: (_, target, text) => target.fill(text),
  choose: (_, target) => target.check(),
  goOn,
};

/** Fills in the form for a two-year-old child, up to the consent. */
async function fillInForChild(page: Page, email: string, input: Input): Promise<void> {
  const type = async (texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) {
      await input.type(page, page.getByLabel(label, { exact: true }), text);
    }
  };
  const choice = (label: string) => input.choose(page, page.getByLabel(label, { exact: true }));
  await type({ 'Their First Name': 'Leo', 'Their Last Name': 'Sample' });
  await type({ Month: 'January', Day: '1', Year: birthYear(2) });
  await choice('Male');
  await expect(page.getByLabel('Their Current Gender')).toBeHidden();
  await input.goOn(page);
  await type({ 'Your Full Name': 'Ana Sample' });
  await choice('I am their parent');
  await type({ 'Your Email': email, 'Your Phone Number': '216.555.0134 #12' });
  await choice('English');
  await input.goOn(page);
  await type({ City: 'Cleveland', 'ZIP Code': '44106' });
  await input.goOn(page);
  await choice('Asian');
  await type({ 'Their Health Condition': 'Congenital hyperinsulinism' });
  await expect(page.getByRole('group', { name: 'Their Smoking Status' })).toBeHidden();
  await input.goOn(page);
  await expect(page.getByText('You agree for the person you are signing up')).toBeVisible();
}

async function numberOnThankYouPage(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/thankyou\/PT[0-9A-Z]{12}$/);
  await expect(page.getByRole('heading', { name: 'Thank you for signing up!' })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

test('a parent signs up a child by keyboard alone, and the study team learns who consented', async ({
  page,
}) => {
  test.slow();
  const email = `parent-${test.info().project.name}-${test.info().testId}@example.org`;
  await page.goto('/enroll/STU01028');
  await expectAlive(page);
  await expect(page.getByRole('heading', { name: 'Who Is This Sign-Up For?' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Sign Up for Someone I Care For');
  await expect(page.getByRole('heading', { name: 'A Few Questions First' })).toBeFocused();
  await expect(page.getByText('The person who joins is between 3 months and 45 years old.')).toBeVisible();
  await expectAccessible(page);
  await answerByKeyboard(page, ANSWERS);

  await expect(page.getByRole('heading', { name: 'Their Details and Yours' })).toBeVisible();
  await expectAccessible(page);
  await fillInForChild(page, email, BY_KEYBOARD);
  await consentByKeyboard(page);
  await press(page, 'Complete Sign Up');
  await expect(page.getByText('You accept this notice for the person you are signing up.')).toBeVisible();
  await expectAccessible(page);
  await press(page, ACCEPT);
  await numberOnThankYouPage(page);
  await expectAccessible(page);

  await expect(async () => {
    await page.goto('/_local/portal');
    await expect(page.getByRole('main')).toContainText(email, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('main')).toContainText('"consented_by": "representative"');
  await expect(page.getByRole('main')).toContainText('"relationship": "parent"');
});

test.describe('a family with one email address', () => {
  test.use({ expectedErrors: [/404/] });
  test('enrolls a child in the study of a parent, whose address is confirmed', async ({ page }) => {
    test.slow();
    const email = `family-${test.info().project.name}-${test.info().testId}@example.org`;
    const complete = async () => {
      await page.getByRole('button', { name: 'Complete Sign Up' }).click();
      await page.getByRole('button', { name: ACCEPT }).click();
      return numberOnThankYouPage(page);
    };
    await page.goto('/enroll/STU01028');
    await answerQuestions(page, ANSWERS);
    await fillInForm(page, email, birthYear(40));
    const parent = await complete();
    await openMail(page, email, 'Please confirm your email address');
    const link = (await page.getByRole('main').textContent())?.match(/\S+#return=\S+/)?.[0] ?? 'no link';
    const { pathname, hash } = new URL(link);
    await page.goto(`${pathname}${hash}`);
    await page.getByRole('button', { name: /^Open This Sign-Up/ }).click();
    expect(await numberOnThankYouPage(page)).toBe(parent);
    await openMail(page, email, 'Your email address is confirmed');
    await page.goto(`/thankyou/${parent}`);
    await page.getByRole('button', { name: 'Forget My Sign-Up Here' }).first().click();
    await expect(page.getByRole('heading', { name: 'Nothing Is Kept Here' })).toBeFocused();

    await page.goto('/enroll/STU01028');
    await page.getByRole('button', { name: 'Sign Up for Someone I Care For' }).click();
    await answerQuestions(page, ANSWERS);
    await fillInForChild(page, email, BY_TOUCH);
    await consent(page);
    const child = await complete();
    expect(child).not.toBe(parent);
    await openMail(page, email, 'Please confirm a new sign-up');
    await expect(page.getByRole('main')).toContainText('Two people can use the same address');
    await expect(async () => {
      await page.goto('/_local/portal');
      await expect(page.getByRole('main')).toContainText(child, { timeout: 500 });
    }).toPass({ timeout: 15_000 });
    await expect(page.getByRole('main')).toContainText(parent);
  });
});

test('the box of the month shows the longest name in full', async ({ page }) => {
  await page.goto('/enroll/STU01028');
  await page.getByRole('button', { name: 'Sign Up for Myself', exact: true }).click();
  await answerQuestions(page, ANSWERS);
  for (const name of ['September', 'septiembre']) {
    const month = page.getByLabel('Month', { exact: true });
    await month.fill(name);
    expect(await month.evaluate((box) => box.scrollWidth - box.clientWidth), name).toBe(0);
  }
});

test('a child who signs up alone is asked to get a parent, without losing input', async ({ page }) => {
  await page.goto('/enroll/STU01028');
  await page.getByRole('button', { name: 'Sign Up for Myself', exact: true }).click();
  await answerQuestions(page, ANSWERS);
  await page.getByLabel('First Name', { exact: true }).fill('Leo');
  await page.getByLabel('Last Name', { exact: true }).fill('Sample');
  await page.getByLabel('Month', { exact: true }).fill('1');
  await page.getByLabel('Day', { exact: true }).fill('1');
  await page.getByLabel('Year', { exact: true }).fill(birthYear(12));
  await page.getByLabel('Male', { exact: true }).check();
  await expect(page.getByText('You can’t sign up by yourself yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue as a Parent or Guardian' }).click();
  await expect(page.getByLabel('Their First Name')).toHaveValue('Leo');
  await expectAccessible(page);
});
