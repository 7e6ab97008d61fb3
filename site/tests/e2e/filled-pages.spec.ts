import { expect, expectAccessible, expectAlive, test } from './support/page';

const RESULTS = '/results?q=asthma&in=UNITED+STATES';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('results can be read, filtered, and searched again', async ({ page }) => {
    await page.goto(RESULTS);
    await expect(page.getByRole('heading', { name: /^Number of Clinical trials - [1-9]/ })).toBeVisible();
    await expect(page.getByLabel('Condition', { exact: true })).toHaveValue('asthma');
    await expect(page.getByText('needs JavaScript')).toHaveCount(0);
    const cards = page.locator('.cards > li');
    const all = await cards.count();
    expect(all).toBeGreaterThan(0);

    await page.getByLabel('Your Age').fill('8');
    await page.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(page).toHaveURL(/[?&]age=8(&|$)/);
    await expect(page.getByLabel('Your Age')).toHaveValue('8');
    expect(await cards.count()).toBeLessThanOrEqual(all);

    await page.getByLabel('Condition', { exact: true }).fill('lung cancer');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/[?&]q=lung\+cancer(&|$)/);
    await expect(cards.first()).toBeVisible();
  });

  test('results lead to their other pages and to a study', async ({ page }) => {
    await page.goto('/results?q=cancer&in=UNITED+STATES');
    const first = await page.locator('.cards > li').first().innerText();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    expect(await page.locator('.cards > li').first().innerText()).not.toBe(first);
    const study = page.locator('.cards a[href^="/study/NCT"]').first();
    const title = await study.innerText();
    await study.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title.replace(/…$/, '').trim());
  });

  test('a registry study shows who can take part and how to reach the study team', async ({ page }) => {
    await page.goto('/study/NCT03974022');
    await expect(page).toHaveTitle(/^A Pill for Lung Cancer/);
    for (const name of ['Contacts', 'Where It Takes Place', 'Who Can Take Part', 'About This Trial']) {
      await expect(page.getByRole('heading', { name })).toBeVisible();
    }
    await expect(page.locator('a[href^="tel:"]').first()).toBeVisible();
    await expect(page.getByText('needs JavaScript')).toHaveCount(0);
  });

  test.describe('an unknown study', () => {
    test.use({ expectedErrors: [/404/] });
    for (const path of ['/study/NCT09999999', '/trialdetails/NCT09999999', '/study/STU99999']) {
      test(`${path} is not found, and the page says what to do next`, async ({ page }) => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(404);
        await expect(page).toHaveTitle(/^Study Not Found/);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          /not found|No Clinical Trial Found/i,
        );
        await expect(page.getByRole('main').getByRole('link', { name: 'Find Trials' }).last()).toBeVisible();
        await expect(page.getByText('needs JavaScript')).toHaveCount(0);
      });
    }
  });

  test('an invalid or incomplete search says what is wrong', async ({ page }) => {
    await page.goto('/results?q=asthma&in=UNITED+STATES&age=900');
    await expect(page.getByText(/Your Age: “900”\. Type the age in years/)).toBeVisible();
    await page.goto('/results');
    await expect(page.getByText(/^Please enter search condition/).first()).toBeVisible();
  });
});

for (const path of [RESULTS, '/study/NCT03974022', '/trialdetails/NCT03974022/ps']) {
  test(`${path}: the islands take over what the server filled, and ask for nothing again`, async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/backend\/(search|study|trial)$/.test(pathname)) {
        calls.push(pathname);
      }
    });
    const response = await page.goto(path);
    expect(response?.headers()['cache-control']).toBe('no-store');
    await expectAlive(page);
    expect(calls).toEqual([]);
    await expectAccessible(page);
  });
}

test('a partner’s frame keeps its links in the frame before any script runs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/results?q=cancer&in=UNITED+STATES&embed=true');
  const links = await page
    .locator('.pagination a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  expect(links.length).toBeGreaterThan(0);
  expect(links.every((href) => href?.includes('embed=true'))).toBe(true);
  await context.close();
});
