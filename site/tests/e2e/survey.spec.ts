import { expect, expectAccessible, expectAlive, test } from './support/page';

const VACCINE = '/study/NCT04611802';

test('a survey that fits leads to the sign-up at the chosen place, and sends no answer', async ({ page }) => {
  const calls: string[] = [];
  await page.goto(VACCINE);
  await expectAlive(page);
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Scripts may still arrive.
    if (!pathname.startsWith('/assets/')) {
      calls.push(`${request.method()} ${pathname}`);
    }
  });
  for (const [question, answer] of [
    ['positive test', 'No'],
    ['pregnant', 'No, or this does not apply to me'],
    ['describes you best', 'White/Caucasian alone'],
    ['health conditions', 'Heart disease'],
    ['autoimmune', 'No'],
    ['active cancer', 'No'],
  ]) {
    await page
      .getByRole('group', { name: question ?? '' })
      .getByLabel(answer ?? '', { exact: true })
      .check();
  }
  await page.getByLabel('Where would you like to take part?').selectOption('Cleveland, OH');
  expect(calls).toEqual([]);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(
    /\/enroll\/STU01009\/ps\?city=Cleveland&state=OH&country=.*&site=lakeview-vaccine/,
  );
});

test('the sign-up does not repeat what the survey asked', async ({ page }) => {
  await page.goto(VACCINE);
  await expectAlive(page);
  for (const question of await page.locator('fieldset[data-question]').all()) {
    const passing = question.locator('input[data-passes="true"]').first();
    await passing.check();
  }
  await page.getByLabel('Where would you like to take part?').selectOption('Cleveland, OH');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('button', { name: 'Sign Up for Myself' }).click();
  await expect(page.getByRole('group', { name: /^Question 1 of 1/ })).toContainText('18 years old');
  const folded = page.getByText('Your Answers From the Study’s Page (4)');
  await expectAccessible(page);
  await folded.click();
  await expect(page.getByRole('group', { name: /COVID-19/ }).getByLabel('False')).toBeChecked();
  await expectAccessible(page);
  await page
    .getByRole('group', { name: /^Question 1 of 1/ })
    .getByLabel('True')
    .check();
  await page.getByRole('button', { name: 'NEXT' }).click();
  await expect(page.getByLabel('First Name')).toBeVisible();
});

test('a survey reports open questions and answers that do not fit, by keyboard alone', async ({ page }) => {
  await page.goto('/study/NCT03897881');
  await expectAlive(page);
  await page.getByRole('button', { name: 'Submit' }).focus();
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Please answer all the eligibility criteria questions.');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio').first()).toBeFocused();
  await expect(page.getByText('Choose an answer').first()).toBeVisible();
  await expectAccessible(page);
  for (const question of await page.locator('fieldset[data-question]').all()) {
    await question.getByRole('radio').last().check();
  }
  await page.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(alert).toContainText("you're not eligible to participate in this trial.");
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
});
