import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAlive, tabTo, test } from './support/page';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const QUERIES = {
  'a plain search': 'q=asthma&in=UNITED+STATES',
  'filters and a near place': 'q=cancer&in=UNITED+STATES&age=12&gender=female&near=44106&sort=nearest',
  'a corrected sentence': 'q=58+year+old+woman+with+lung+cacner+near+Cleveland&in=UNITED+STATES',
  'a condition left out': 'q=asthma,+no+diabetes&in=UNITED+STATES',
};

/** The bottom of the first card's title, from the top of the window. */
function bottomOfFirstTitle(page: Page): Promise<number> {
  return page
    .locator('.study-card__title')
    .first()
    .evaluate((title) => title.getBoundingClientRect().bottom);
}

for (const [what, query] of Object.entries(QUERIES)) {
  test(`the first result is in view without scrolling: ${what}`, async ({ page }) => {
    await page.goto(`/results?${query}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAlive(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await bottomOfFirstTitle(page)).toBeLessThanOrEqual(740);
    await expectAccessible(page);
  });
}

test('the folded search opens by keyboard, and searches again', async ({ page }) => {
  await page.goto('/results?q=asthma&in=UNITED+STATES');
  await expectAlive(page);
  await expect(page.getByText('asthma in UNITED STATES')).toBeVisible();
  await expect(page.getByLabel('Condition')).toBeHidden();
  await tabTo(page, page.getByRole('button', { name: 'Edit Search' }));
  await page.keyboard.press('Enter');
  const condition = page.getByLabel('Condition');
  await expect(condition).toBeFocused();
  await expect(condition).toHaveValue('asthma');
  await expect(page.getByText('Describe Yourself in Your Own Words')).toBeVisible();
  await expectAccessible(page);
  await condition.fill('depression');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/results?q=depression&in=UNITED+STATES');
});

test('applied filters keep the focus, and the first result stays in view', async ({ page }) => {
  await page.goto('/results?q=cancer&in=UNITED+STATES');
  const toggle = page.getByRole('button', { name: /^Filters/ });
  await toggle.click();
  await page.getByLabel('Your Age').fill('12');
  await page.getByRole('button', { name: 'Apply Filters' }).press('Enter');
  await expect(page).toHaveURL('/results?q=cancer&in=UNITED+STATES&age=12');
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveText('Filters (1 chosen)');
  expect(await bottomOfFirstTitle(page)).toBeLessThanOrEqual(740);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your Age')).toHaveValue('12');
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('applied filters keep the focus, and the search does not fold', async ({ page }) => {
    await page.goto('/results?q=cancer&in=UNITED+STATES');
    await expectAlive(page);
    await page.getByLabel('Your Age').fill('12');
    await page.getByRole('button', { name: 'Apply Filters' }).press('Enter');
    await expect(page).toHaveURL('/results?q=cancer&in=UNITED+STATES&age=12');
    await expect(page.getByRole('heading', { name: 'Filter Trials' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Your Age')).toBeFocused();
    await expect(page.getByLabel('Condition')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Search' })).toBeHidden();
    await expectAccessible(page);
  });
});
