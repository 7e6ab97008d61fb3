import { expect, expectAccessible, test } from './support/page';

for (const path of ['/signup', '/participate']) {
  test(`${path} leads to the default study's sign-up`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/enroll/STU01009');
  });
}

test.describe('what is not there', () => {
  test.use({ expectedErrors: [/404/] });

  test('an address that leads nowhere says Not Found', async ({ page }) => {
    const answer = await page.goto('/nowhere/at/all');
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('Not Found').first()).toBeVisible();
    await expectAccessible(page);
  });

  test('a thank-you page of somebody else shows no number', async ({ page }) => {
    await page.goto('/thankyou/PT000000000000');
    await expect(page.getByText('Not Found').first()).toBeVisible();
    await expect(page.getByText('PT000000000000')).toBeHidden();
    await expectAccessible(page);
  });
});

test('the page of a demo says that it goes on, and goes on to the page of the provider', async ({ page }) => {
  const asked = page.waitForRequest('https://demo.waypoint.example/request');
  // An answer without content leaves the visitor where they are.
  await page.route('https://demo.waypoint.example/**', (route) => route.fulfill({ status: 204 }));
  await page.goto('/demo', { waitUntil: 'commit' });
  await asked;
  await expect(page.getByText('Please wait ... redirecting to our website')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the Page' })).toBeVisible();
  await expectAccessible(page);
});
