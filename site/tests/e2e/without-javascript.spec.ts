import { expect, test } from './support/page';

test.use({ javaScriptEnabled: false });

test('the home page reads and its search is a form', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByLabel('Condition').fill('asthma');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/results\?q=asthma&in=UNITED/);
});

test('a partner study reads whole', async ({ page }) => {
  await page.goto('/study/STU01014');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TR 987');
  await expect(page.getByText('The ulcer is infected')).toBeVisible();
});

for (const path of ['/results?q=asthma&in=UNITED+STATES', '/study/NCT03974022', '/enroll/STU01009']) {
  test(`${path} says how to go on by phone or mail`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /@waypoint\.example/ })).toBeVisible();
  });
}
