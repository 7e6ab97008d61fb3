import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAlive, test } from './support/page';

const RESULTS = '/results?q=asthma&in=UNITED+STATES';

async function openFilters(page: Page): Promise<void> {
  await page.goto(RESULTS);
  await expectAlive(page);
  const toggle = page.getByRole('button', { name: /^Filters/ });
  if (await toggle.isVisible()) {
    await toggle.click();
  }
}

test.use({ geolocation: { latitude: 41.49932, longitude: -81.69436 } });

test.describe('with the permission', () => {
  test.use({ permissions: ['geolocation'] });

  test('the nearest town fills the place of the results, and no position is in an address', async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await openFilters(page);
    await page.getByRole('button', { name: 'Use My Location' }).click();
    await expect(page.getByLabel('City or ZIP Code')).toHaveValue(/Cleveland, Ohio/);
    await expect(page.getByText(/^The nearest town is .*Cleveland, Ohio/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page).toHaveURL(/near=Cleveland/);
    await expect(page.getByText(/^(In the same city|About \d+ miles?)/).first()).toBeVisible();
    expect(sent.filter((request) => /41\.4|81\.6/.test(request))).toEqual([]);
    expect(sent.filter((request) => /41\.5/.test(request))).toHaveLength(1);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('41.5');
  });

  for (const path of ['/study/STU01014', '/vlu']) {
    test(`the nearest site of a study is found: ${path}`, async ({ page }) => {
      await page.goto(path);
      await expectAlive(page);
      await page.getByRole('button', { name: 'Use My Location' }).click();
      await expect(page.getByText(/^The nearest site( that takes sign-ups here)? is /)).toBeVisible();
      await expect(page.locator('#nearest-place')).toHaveValue(/Cleveland, Ohio/);
      await expectAccessible(page);
    });
  }
});

test.describe('without the permission', () => {
  test.use({ permissions: [] });

  test('the page says what to type instead', async ({ page }) => {
    await openFilters(page);
    await page.getByRole('button', { name: 'Use My Location' }).click();
    await expect(page.getByText(/Your browser doesn’t share your location with this page/)).toBeVisible();
    await expect(page.getByLabel('City or ZIP Code')).toHaveValue('');
    await expectAccessible(page);
  });
});

test('other pages may not ask', async ({ page, request }) => {
  const policy = async (address: string) => (await request.get(address)).headers()['permissions-policy'];
  expect(await policy(RESULTS)).toContain('geolocation=(self)');
  expect(await policy('/study/STU01014')).toContain('geolocation=(self)');
  expect(await policy('/')).toContain('geolocation=()');
  expect(await policy('/saved')).toContain('geolocation=(self)');
  expect(await policy('/vlu')).toContain('geolocation=(self)');
  expect(await policy('/enroll/STU01009')).toContain('geolocation=()');
  await page.goto('/enroll/STU01009');
  await expect(page.getByRole('button', { name: 'Use My Location' })).toHaveCount(0);
});
