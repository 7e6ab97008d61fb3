import { expect, test } from './support/page';

test.use({ javaScriptEnabled: false });

test('the home page is readable and its search is a plain form', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByLabel('Condition').fill('asthma');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/results\?q=asthma&in=UNITED/);
});

test('a partner study is readable in full', async ({ page }) => {
  await page.goto('/study/STU01014');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TR 987');
  await expect(page.getByText('The ulcer is infected')).toBeVisible();
});

for (const path of ['/unfilled/results', '/unfilled/study', '/enroll/STU01009']) {
  test(`${path} says how to continue by phone or email`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /@waypoint\.example/ })).toBeVisible();
  });
}
