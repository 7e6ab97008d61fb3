import { expect, expectAccessible, expectAlive, test } from './support/page';

test('the country list starts with UNITED STATES and has about 230 names', async ({ page }) => {
  await page.goto('/');
  const country = page.getByLabel('Country');
  await expect(country).toHaveValue('UNITED STATES');
  expect(await country.locator('option').count()).toBeGreaterThan(225);
  await expect(country.locator('option').last()).toHaveText('ZIMBABWE');
});

test('text typed before the search box is hydrated stays', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' });
  const condition = page.getByLabel('Condition');
  await condition.fill('nephritis');
  await expectAlive(page);
  await expect(condition).toHaveValue('nephritis');
  await condition.press('Enter');
  await expect(page).toHaveURL(/q=nephritis/);
});

test('partner studies come first, ten per page, and the pages are links', async ({ page }) => {
  await page.goto('/results?q=cancer&in=UNITED+STATES');
  await expect(page.getByText(/^Number of Clinical trials - 2\d$/)).toBeVisible();
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(10);
  await page.getByRole('navigation', { name: /pages/i }).getByRole('link', { name: /2/ }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(cards).toHaveCount(10);
  await expectAccessible(page);
});

test('an empty list shows Studies not found and what to do next', async ({ page }) => {
  await page.goto('/results?q=zzzzzz&in=UNITED+STATES');
  await expect(page.getByText('Studies not found')).toBeVisible();
  await expectAccessible(page);
});

for (const address of ['/results', '/results?q=asthma', '/results?in=UNITED+STATES']) {
  test(`a search without condition or country leads home with an alert: ${address}`, async ({ page }) => {
    await page.goto(address);
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText(
      'Please enter search condition and select country to get clinical trials',
    );
    await expectAccessible(page);
    await alert.getByRole('button').click();
    await expect(page).toHaveURL('/');
  });
}

test('an empty search box is rejected with the same alert', async ({ page }) => {
  await page.goto('/');
  await expectAlive(page);
  await page.getByRole('button', { name: 'Search' }).click();
  const alert = page.getByRole('alertdialog');
  const words = alert.getByText('Please enter search condition and select country to get clinical trials');
  await expect(words).toBeVisible();
  await expectAccessible(page);
  const [ink, paper] = await words.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.closest('dialog') as Element).backgroundColor,
  ]);
  expect(ink).not.toBe(paper);
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByLabel('Condition')).toBeFocused();
});

test('the header link opens the results page with an empty search', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  if (await menu.getByText('Menu').isVisible()) {
    await menu.getByText('Menu').click();
  }
  await menu.getByRole('link', { name: 'Find Trials' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/results\?q=&in=UNITED/);
  await expect(page.getByLabel('Condition')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

for (const link of ['COVID-19', 'Cancer', 'Heart Conditions', 'Nephritis', 'Eczema']) {
  test(`the footer's search for ${link} finds studies`, async ({ page }) => {
    await page.goto('/privacy');
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
}

test('the breadcrumb of a study leads back to its search', async ({ page }) => {
  await page.goto('/results?q=asthma&in=UNITED+STATES');
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/study\//);
  await expectAlive(page);
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Search Results' })
    .click();
  await expect(page).toHaveURL('/results?q=asthma&in=UNITED+STATES');
});

test('a sentence is interpreted, and each part of it can be removed', async ({ page }) => {
  await page.goto('/results?q=58+year+old+woman+with+lung+cacner+near+Cleveland&in=UNITED+STATES');
  const found = page.getByRole('region', { name: /^Number of Clinical trials/ });
  await expect(found).toContainText('(you typed “lung cacner”)');
  await expect(found.getByRole('link', { name: 'Age 58' })).toBeVisible();
  await expect(found.getByRole('article').first()).toContainText(
    /Nearest Site\s*About \d+ miles? \(\d+ km\)/,
  );
  await expectAccessible(page);
  await found.getByRole('link', { name: 'Near Cleveland, Ohio' }).click();
  await expect(page).toHaveURL(/q=lung\+cacner&in=UNITED\+STATES&gender=female&age=58/);
  await expect(found.getByRole('article').first()).not.toContainText('Nearest Site');
  await found.getByRole('link', { name: 'Search only for the words “lung cacner”' }).click();
  await expect(page.getByText('Studies not found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Search for what the words mean, too' }).click();
  await expect(found.getByRole('article').first()).toBeVisible();
});

test('suggestions come from a file while typing, and no call contains the typed text', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expectAlive(page);
  await page.getByLabel('Condition').pressSequentially('diab');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option').first()).toContainText(/diab/i);
  await expectAccessible(page);
  expect(calls).toContain('/suggestions/en-di');
  expect(calls.filter((path) => path.includes('diab') || path.startsWith('/backend/suggest'))).toEqual([]);
});

test('applied filters appear in the address, and Clear All removes them', async ({ page }) => {
  await page.goto('/results?q=cancer&in=UNITED+STATES');
  const count = page.getByRole('heading', { name: /^Number of Clinical trials/ });
  const before = await count.textContent();
  const toggle = page.getByRole('button', { name: 'Filters' });
  if (await toggle.isVisible()) {
    await toggle.click();
  }
  const filters = page.getByRole('region', { name: 'Filter Trials' });
  await filters.getByLabel('Your Age').fill('12');
  await filters.getByRole('radio', { name: /^Female/ }).check();
  await filters.getByRole('radio', { name: /^Tests a Treatment/ }).check();
  await filters.getByLabel('City or ZIP Code').fill('44106');
  await filters.getByLabel('Sort By').selectOption('Nearest');
  await expect(count).toHaveText(before as string);
  await expectAccessible(page);
  await filters.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page).toHaveURL(
    '/results?q=cancer&in=UNITED+STATES&age=12&gender=female&type=interventional&near=44106&sort=nearest',
  );
  await expect(count).not.toHaveText(before as string);
  await expect(page.getByRole('link', { name: /^Female/ })).toBeVisible();
  await expectAccessible(page);
  if (await page.getByRole('button', { name: /^Filters/ }).isVisible()) {
    await page.getByRole('button', { name: /^Filters/ }).click();
  }
  await filters.getByRole('link', { name: 'Clear All' }).click();
  await expect(page).toHaveURL('/results?q=cancer&in=UNITED+STATES');
  await expect(count).toHaveText(before as string);
});

test('a partner’s frame hides breadcrumb and step bar, and a new search stays in it', async ({ page }) => {
  await page.goto('/results?q=asthma&in=UNITED+STATES&embed=true');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeHidden();
  await expect(page.getByRole('list', { name: 'Steps to Join a Trial' })).toBeHidden();
  await expectAlive(page);
  const edit = page.getByRole('button', { name: 'Edit Search' });
  if (await edit.isVisible()) {
    await edit.click();
  }
  await page.getByLabel('Condition').fill('depression');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=depression.*embed=true/);
  await expectAccessible(page);
});

test('a visit stores only the listed keys in the browser', async ({ page }) => {
  await page.goto('/results?q=asthma&in=UNITED+STATES&age=58&near=44106');
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Save This Study' })).toBeVisible();
  await page.getByRole('button', { name: 'Save This Study' }).click();
  await page.goto('/vlu');
  await page.goto('/upcoming-research');
  const stored = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
  expect(stored[0]).toEqual(['saved_studies']);
  expect(stored[1]?.filter((key) => !['condition', 'country', 'snow_study_number'].includes(key))).toEqual(
    [],
  );
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a study is saved from its card and listed among the saved studies', async ({ page }) => {
  await page.goto('/results?q=asthma&in=UNITED+STATES');
  const card = page.getByRole('article').first();
  const title = await card.getByRole('heading').innerText();
  const save = card.getByRole('button', { name: /^Save / });
  await save.click();
  await expect(page).toHaveURL('/results?q=asthma&in=UNITED+STATES');
  await expect(card.getByRole('button', { name: /^Saved / })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await card.getByRole('link', { name: 'saved studies' }).click();
  await expect(page).toHaveURL('/saved');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').getByRole('link')).toContainText(
    title.replace('…', '').slice(0, 20),
  );
});
