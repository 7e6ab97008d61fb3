import type { Page } from '@playwright/test';
import { expect } from './page';

/** Answers the questions of STU01009 as the study expects. */
export async function answerQuestions(page: Page): Promise<void> {
  const questions = page.getByRole('group', { name: /^Question/ });
  await expect(questions).toHaveCount(5);
  for (const [index, question] of (await questions.all()).entries()) {
    await question.getByLabel(index === 0 ? 'True' : 'False').check();
  }
  await page.getByRole('button', { name: 'Next' }).click();
}

/** Fills in the form with everything that it asks for, up to the button that sends it. */
export async function fillInForm(page: Page, email: string): Promise<void> {
  const texts = {
    'First Name': 'Rosa',
    'Last Name': 'Sample',
    Month: '3',
    Day: '27',
    Year: '1956',
    Email: email,
    'Phone Number': '216 555 0134',
    City: 'Cleveland',
    'ZIP Code': '44106',
    'Health Condition': 'None',
  };
  for (const [label, text] of Object.entries(texts)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  for (const choice of ['Female', 'English', 'Asian', 'Never']) {
    await page.getByLabel(choice, { exact: true }).check();
  }
  await page.getByRole('checkbox', { name: /\(required\)/ }).check();
  await page.getByLabel('I am not a robot').click();
  await expect(page.getByText('Please fill recaptcha')).toBeHidden({ timeout: 60_000 });
}
