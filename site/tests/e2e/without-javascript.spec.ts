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

test('an address with values that can’t be read shows the rest and says what to write', async ({ page }) => {
  await page.goto('/results?q=asthma&in=UNITED+STATES&age=abc&within=far&gender=female&page=two');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(/Your Age: “abc”\. Type the age in years/)).toBeVisible();
  await expect(page.getByText(/Distance: “far”\. Choose a distance/)).toBeVisible();
  await expect(page.getByText(/Page: “two”\. Page numbers start at 1/)).toBeVisible();
  await expect(page.getByLabel('Your Age')).toHaveValue('abc');
  await expect(page.getByRole('radio', { name: /^Female/ })).toBeChecked();
  await page.goto('/results?q=asthma&in=Atlantis');
  await expect(page.getByText(/We don’t know the country “Atlantis”/)).toBeVisible();
});

for (const path of ['/unfilled/results', '/unfilled/study', '/enroll/STU01009']) {
  test(`${path} says how to continue by phone or email`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /@waypoint\.example/ })).toBeVisible();
  });
}
