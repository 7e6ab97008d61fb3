import { expect, expectAccessible, test } from './support/page';
import { answerQuestions, fillInForm, signUpMyself } from './support/sign-up';

const email = () => `interrupted-${test.info().project.name}-${test.info().testId}@example.org`;

test('a page that is reloaded at the notice continues there', async ({ page }) => {
  await page.goto('/enroll/STU01026');
  await fillInForm(page, email());
  await page.getByRole('button', { name: 'Complete Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'I acknowledge and accept' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'One Step Is Left' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Read the Privacy Notice' }).click();
  await page.getByRole('button', { name: 'I acknowledge and accept' }).click();
  await expect(page).toHaveURL(/\/thankyou\/PT[0-9A-Z]{12}$/);
  const thanks = page.url();

  await page.goto('/enroll/STU01026');
  await expect(page.getByRole('heading', { name: 'You Have Signed Up' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show the Sign Up' }).click();
  await expect(page).toHaveURL(thanks);
});

test('answers survive a reload before all are given', async ({ page }) => {
  await page.goto('/enroll/STU01009');
  await signUpMyself(page);
  await page.getByRole('radio', { name: 'True' }).first().check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'True' }).first()).toBeChecked();
  await expect(page.getByRole('radio', { name: 'True', includeHidden: true }).nth(1)).not.toBeChecked();
  await expectAccessible(page);
});

test('Back leads from the form to the questions, and Forward to the typed values', async ({ page }) => {
  await page.goto('/enroll/STU01009');
  await answerQuestions(page);
  await page.getByLabel('First Name').fill('Rosa');
  await page.goBack();
  const last = page.getByRole('group', { name: 'Question 5 of 5' });
  await expect(last.getByLabel('False')).toBeChecked();
  await expectAccessible(page);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Your Details' })).toBeFocused();
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa');
  await page.goBack();
  await page.getByRole('button', { name: 'NEXT' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa');
});

test('the notice can be closed and opened any number of times', async ({ page }) => {
  await page.goto('/enroll/STU01026');
  await fillInForm(page, email());
  await page.getByRole('button', { name: 'Complete Sign Up' }).click();
  for (let times = 0; times < 5; times += 1) {
    await expect(page.getByRole('button', { name: 'I acknowledge and accept' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Read the Privacy Notice' }).click();
  }
  await page.getByRole('button', { name: 'I acknowledge and accept' }).click();
  await expect(page).toHaveURL(/\/thankyou\/PT[0-9A-Z]{12}$/);
});

test.describe('a browser with an expired session', () => {
  test.use({ expectedErrors: [/422/] });

  test('asks the questions again and keeps the form', async ({ page, context }) => {
    await page.goto('/enroll/STU01009');
    await answerQuestions(page);
    await fillInForm(page, email());
    await context.clearCookies();
    await page.getByRole('button', { name: 'Complete Sign Up' }).click();

    await expect(page.getByRole('heading', { name: 'Please Answer Once More' })).toBeFocused();
    await expectAccessible(page);
    await answerQuestions(page);
    await expect(page.getByLabel('First Name')).toHaveValue('Rosa');
    await page.getByRole('button', { name: 'Complete Sign Up' }).click();
    await expect(page.getByRole('button', { name: 'I acknowledge and accept' })).toBeVisible();
  });
});
