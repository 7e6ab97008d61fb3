import { expect, expectAccessible, expectAlive, test } from './support/page';

const KINDS = [
  ['a study of several sites', '/study/STU01014'],
  ['a study by its registry number', '/study/NCT05166889'],
  ['a study by its PTGB number', '/study/PTGB00214'],
  ['a study of one site', '/study/STU01028'],
  ['a registry study', '/study/NCT03974022'],
  ['a study that has closed', '/study/STU01023'],
];

for (const [kind, address] of KINDS) {
  test(`${kind} has a title, says who can join, and passes axe`, async ({ page }) => {
    await page.goto(address ?? '/');
    await expectAlive(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'You may be able to join if' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('a registry study has a disabled sign-up and a subscription', async ({ page }) => {
  await page.goto('/study/NCT03974022');
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeDisabled();
  await expect(page.getByText('GET NOTIFIED')).toBeVisible();
});

test('a closed study says so and offers no sign-up', async ({ page }) => {
  await page.goto('/study/STU01023');
  await expect(
    page.getByText(
      'This trial has completed recruitment on this platform, and is no longer accepting new referrals.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check If I Can Join' })).toHaveCount(0);
});

test('the central site is preselected, and a closed site cannot be chosen', async ({ page }) => {
  await page.goto('/study/STU01017');
  await expectAlive(page);
  await expect(page.getByRole('radio').first()).toBeChecked();
  const closed = page.getByRole('listitem').filter({ hasText: 'This site takes no sign-ups.' });
  expect(await closed.count()).toBeGreaterThan(0);
  await expect(closed.first().getByRole('radio')).toHaveCount(0);
});

test('the chosen site is passed to the sign-up', async ({ page }) => {
  await page.goto('/study/STU01014');
  await expectAlive(page);
  await page.getByRole('radio', { name: /York, PA/ }).check();
  await page.getByRole('link', { name: 'Sign Up Before It Starts' }).first().click();
  await expect(page).toHaveURL(
    /\/enroll\/STU01014\/ps\?city=York&state=PA&country=United(\+|%20)States&site=.*york/,
  );
  await expect(page.getByText('White Rose Wound Clinic', { exact: true })).toBeVisible();
});

test.describe('an id of no study', () => {
  test.use({ expectedErrors: [/404/] });
  for (const id of ['NCT99999999', 'STU99999', 'PTGB99999', 'hello']) {
    test(`${id} is not found`, async ({ page }) => {
      await page.goto(`/study/${id}`);
      await expect(page.getByText('Study details not found')).toBeVisible();
      await expectAccessible(page);
    });
  }
});

test.describe('an id of no trial', () => {
  test.use({ expectedErrors: [/404/] });
  test('NCT09999999 has no trial details', async ({ page }) => {
    await page.goto('/trialdetails/NCT09999999/ps');
    await expect(page.getByText('No Clinical Trial Found')).toBeVisible();
    await expectAccessible(page);
  });
});

test('an embedded page has no header, breadcrumb, or step bar', async ({ page }) => {
  await page.goto('/study/STU01014?embed=true');
  await expectAlive(page);
  await expect(page.getByRole('navigation', { name: /breadcrumb/i })).toBeHidden();
  await expect(page.getByText('Self Assessment')).toBeHidden();
});

test('sign-up from a partner’s frame opens in the top window', async ({ page }) => {
  for (const path of ['/study/NCT04611802?embed=true', '/study/STU01028?embed=true']) {
    await page.goto(path);
    await expectAlive(page);
    const link = page.getByRole('link', { name: 'Check If I Can Join' }).first();
    await link.evaluate((way) => way.addEventListener('click', (event) => event.preventDefault()));
    await link.click();
    await expect(link).toHaveAttribute('target', '_top');
  }
});

test('a study with several sites keeps its map when the page is hydrated', async ({ page }) => {
  await page.goto('/study/NCT05166889');
  await expectAlive(page);
  const where = page.getByRole('region', { name: 'Where It Takes Place' });
  const map = where.getByRole('group', { name: /^Map of \d sites/ });
  await expect(map).toBeVisible();
  await map.getByRole('link').first().click();
  await expect(where.getByRole('link', { name: 'Close' })).toBeVisible();
  await where.getByRole('radio').last().check();
  await expect(map).toBeVisible();
  await expectAccessible(page);
});

test('the details of a trial also have an address of their own', async ({ page }) => {
  await page.goto('/trialdetails/NCT05166889?q=burns&in=UNITED+STATES');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb.getByRole('link', { name: 'Search Results' })).toHaveAttribute(
    'href',
    '/results?q=burns&in=UNITED+STATES',
  );
});

test('a study can be saved on this device and compared with others', async ({ page }) => {
  await page.goto('/saved');
  await expect(page.getByText('No Saved Studies Yet')).toBeVisible();
  await expectAccessible(page);
  for (const study of ['/study/NCT05166889', '/study/NCT03974022', '/vlu']) {
    await page.goto(study);
    await page.getByRole('button', { name: 'Save This Study' }).click();
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
    await expect(page.getByText('Saved on this device. Nobody else sees it.')).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Saved Studies' }).first().click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await expect(page.getByRole('row', { name: /^Where/ })).toContainText('9 sites');
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.goto('/');
  await page.goto('/saved');
  await expect(page.getByRole('article')).toHaveCount(2);
});
