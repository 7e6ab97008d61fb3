import { expect, expectAccessible, test } from './support/page';
import { answerQuestions, signUpMyself, tickRequired } from './support/sign-up';

/** Answers of an adult, of which the second doesn't fit. A minor would be stopped at the first question. */
const WRONG = ['True', 'True', 'False', 'False', 'False'];

test('open questions are listed', async ({ page }) => {
  await page.goto('/enroll/STU01009');
  await signUpMyself(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter all pre-screening questions');
  await expectAccessible(page);
});

test('an answer that does not fit ends the sign-up with the fixed text and leads home', async ({ page }) => {
  await page.goto('/enroll/STU01009');
  await answerQuestions(page, WRONG);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(
    'Primary screener validation failed, you are not eligible to participate in this trial',
  );
  await alert.getByRole('button', { name: 'Review My Answers' }).click();
  await expect(page.getByRole('group', { name: 'Question 1 of 5' }).getByLabel('True')).toBeChecked();
  await answerQuestions(page, WRONG);
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/');
});

test('missing values in the form are listed with links to the fields', async ({ page }) => {
  await page.goto('/enroll/STU01026');
  await signUpMyself(page);
  const goOn = page.getByRole('button', { name: 'Continue' });
  const isStepped = await goOn.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
  if (!isStepped) {
    await tickRequired(page);
    await page.getByLabel('Email').fill('maria.example');
  }
  await (isStepped ? goOn : page.getByRole('button', { name: 'Complete Sign Up' })).click();
  const summary = page.getByRole('alert').first();
  await expect(summary).toContainText('please enter all required values');
  await expect(page.getByText('Please enter valid email')).toHaveCount(isStepped ? 0 : 2);
  await expectAccessible(page);
  await summary.getByRole('link', { name: /first name/i }).click();
  await expect(page.getByLabel('First Name')).toBeFocused();
});
