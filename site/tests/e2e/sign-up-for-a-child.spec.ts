import { expect, expectAccessible, expectAlive, type Page, test } from './support/page';
import { goOn } from './support/sign-up';

/** The year of birth of a person this many years old. */
const birthYear = (years: number) => String(new Date().getFullYear() - years);

async function answerAllTrue(page: Page): Promise<void> {
  const count = 3;
  for (let index = 1; index <= count; index += 1) {
    const question = page.getByRole('group', { name: `Question ${index} of ${count}` });
    await question.getByLabel('True').check();
    const shown = await page.getByRole('group', { name: /^Question/ }).count();
    if (index === count || shown === 1) {
      await page.getByRole('button', { name: 'NEXT' }).click();
    }
  }
}

test('a parent signs up a child by keyboard alone, and the study team learns who consented', async ({
  page,
}) => {
  test.slow();
  const email = `parent-${test.info().project.name}-${test.info().testId}@example.org`;
  await page.goto('/enroll/STU01028');
  await expectAlive(page);
  const other = page.getByRole('button', { name: 'Sign Up for Someone I Care For' });
  await expect(other).toBeVisible();
  await expectAccessible(page);
  await other.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'A Few Questions First' })).toBeFocused();
  await expect(page.getByText('The person who joins is between 3 months and 45 years old.')).toBeVisible();
  await expectAccessible(page);
  await answerAllTrue(page);

  await expect(page.getByRole('heading', { name: 'Their Details and Yours' })).toBeVisible();
  await page.getByLabel('Their First Name').fill('Leo');
  await page.getByLabel('Their Last Name').fill('Sample');
  await page.getByLabel('Month', { exact: true }).fill('January');
  await page.getByLabel('Day', { exact: true }).fill('1');
  await page.getByLabel('Year', { exact: true }).fill(birthYear(2));
  await page.getByLabel('Male', { exact: true }).check();
  await expect(page.getByLabel('Their Current Gender')).toBeHidden();
  await expectAccessible(page);
  await goOn(page);
  await page.getByLabel('Your Full Name').fill('Ana Sample');
  await page.getByLabel('I am their parent').check();
  await page.getByLabel('Your Email').fill(email);
  await page.getByLabel('Your Phone Number').fill('216.555.0134 #12');
  await page.getByLabel('English').check();
  await expectAccessible(page);
  await goOn(page);
  await page.getByLabel('City', { exact: true }).fill('Cleveland');
  await page.getByLabel('ZIP Code').fill('44106');
  await goOn(page);
  await page.getByLabel('Asian', { exact: true }).check();
  await page.getByLabel('Their Health Condition').fill('Congenital hyperinsulinism');
  await expect(page.getByRole('group', { name: 'Their Smoking Status' })).toBeHidden();
  await expectAccessible(page);
  await goOn(page);
  await expect(page.getByText('You agree for the person you are signing up')).toBeVisible();
  await page.getByRole('checkbox', { name: /\(required\)/ }).check();
  await page.getByLabel('I am not a robot').click();
  await expect(page.getByText('Please fill recaptcha')).toBeHidden({ timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Complete Sign Up' }).press('Enter');
  await expect(page.getByText('You accept this notice for the person you are signing up.')).toBeVisible();
  await page.getByRole('button', { name: 'I acknowledge and accept' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you for signing up!' })).toBeVisible();

  await expect(async () => {
    await page.goto('/_local/portal');
    await expect(page.getByRole('main')).toContainText(email, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('main')).toContainText('"consented_by": "representative"');
  await expect(page.getByRole('main')).toContainText('"relationship": "parent"');
});

test('the box of the month shows the longest name in full', async ({ page }) => {
  await page.goto('/enroll/STU01028');
  await page.getByRole('button', { name: 'Sign Up for Myself', exact: true }).click();
  await answerAllTrue(page);
  for (const name of ['September', 'septiembre']) {
    const month = page.getByLabel('Month', { exact: true });
    await month.fill(name);
    expect(await month.evaluate((box) => box.scrollWidth - box.clientWidth), name).toBe(0);
  }
});

test('a child who signs up alone is asked to get a parent, without losing input', async ({ page }) => {
  await page.goto('/enroll/STU01028');
  await page.getByRole('button', { name: 'Sign Up for Myself', exact: true }).click();
  await answerAllTrue(page);
  await page.getByLabel('First Name', { exact: true }).fill('Leo');
  await page.getByLabel('Last Name', { exact: true }).fill('Sample');
  await page.getByLabel('Month', { exact: true }).fill('1');
  await page.getByLabel('Day', { exact: true }).fill('1');
  await page.getByLabel('Year', { exact: true }).fill(birthYear(12));
  await page.getByLabel('Male', { exact: true }).check();
  const next = page.getByRole('button', { name: 'Continue' });
  if (await next.isVisible()) {
    await next.click();
  } else {
    await page.getByRole('checkbox', { name: /\(required\)/ }).check();
    await page.getByRole('button', { name: 'Complete Sign Up' }).click();
  }
  await expect(page.getByRole('alert').first()).toContainText('Ask a parent or guardian');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign Up Someone Else Instead' }).click();
  await expect(page.getByLabel('Their First Name')).toHaveValue('Leo');
  await expectAccessible(page);
});
