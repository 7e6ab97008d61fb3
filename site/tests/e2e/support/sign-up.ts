import type { Locator, Page } from '@playwright/test';
import { expect } from './page';

/** The answers that STU01009 expects. */
const EXPECTED = ['True', 'False', 'False', 'False', 'False'];

/** Chooses to sign up for oneself. */
export async function signUpMyself(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Up for Myself', exact: true }).click();
}

/** The same, unless it was chosen before and the next step is already visible. */
async function signUpMyselfIfAsked(page: Page, next: Locator): Promise<void> {
  const mine = page.getByRole('button', { name: 'Sign Up for Myself', exact: true });
  await expect(mine.or(next)).toBeVisible();
  if (await mine.isVisible()) {
    await mine.click();
  }
}

/** Answers the questions of STU01009, by default as the study expects. */
export async function answerQuestions(page: Page, answers: string[] = EXPECTED): Promise<void> {
  await signUpMyselfIfAsked(page, page.getByRole('group', { name: `Question 1 of ${answers.length}` }));
  for (const [index, answer] of answers.entries()) {
    await page
      .getByRole('group', { name: `Question ${index + 1} of ${answers.length}` })
      .getByLabel(answer)
      .check();
    await goOnFromQuestion(page, index === answers.length - 1);
  }
}

/** Continues to the next question if only one is visible, and after the last one. */
async function goOnFromQuestion(page: Page, isLast: boolean): Promise<void> {
  const shown = await page.getByRole('group', { name: /^Question/ }).count();
  if (isLast || shown === 1) {
    await page.getByRole('button', { name: 'NEXT' }).click();
  }
}

/** The values of each part of the form: texts by label, and choices. */
const PARTS: [texts: Record<string, string>, choices: string[]][] = [
  [{ 'First Name': 'Rosa', 'Last Name': 'Sample', Month: '3', Day: '27', Year: '' }, ['Female']],
  [{ Email: '', 'Phone Number': '216 555 0134' }, ['English']],
  [{ City: 'Cleveland', 'ZIP Code': '44106' }, []],
  [{ 'Health Condition': 'None' }, ['Asian', 'Never']],
];

/** Fills in the whole form, up to the button that sends it. */
export async function fillInForm(page: Page, email: string, yearOfBirth = '1956'): Promise<void> {
  await signUpMyselfIfAsked(page, page.getByLabel('First Name', { exact: true }));
  for (const [texts, choices] of PARTS) {
    for (const [label, text] of Object.entries(texts)) {
      const given = label === 'Year' ? yearOfBirth : text || email;
      await page.getByLabel(label, { exact: true }).fill(given);
    }
    for (const choice of choices) {
      await page.getByLabel(choice, { exact: true }).check();
    }
    await goOn(page);
  }
  await consent(page);
}

/** Ticks each required consent box. */
export async function tickRequired(page: Page): Promise<void> {
  const required = page.getByRole('checkbox', { name: /\(required\)/ });
  // The list below doesn't wait for them.
  await expect(required.first()).toBeVisible();
  for (const box of await required.all()) {
    await box.check();
  }
}

/** Gives the required consent, and solves the captcha. */
export async function consent(page: Page): Promise<void> {
  await tickRequired(page);
  await page.getByLabel('I am not a robot').click();
  await expect(page.getByText('Please fill recaptcha')).toBeHidden({ timeout: 60_000 });
}

/** Continues to the next part of the form if only one is visible. */
export async function goOn(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Continue' });
  if (await next.isVisible()) {
    await next.click();
  }
}
