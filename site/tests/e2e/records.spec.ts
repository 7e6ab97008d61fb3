import { addressesOf } from './support/addresses';
import { expect, expectAccessible, expectAlive, expectNoOverflow, type Page, test } from './support/page';
import { answerQuestions, fillInForm } from './support/sign-up';

/** The local health system is another origin that the test opens on purpose. */
const HEALTH_SYSTEM = /^http:\/\/(127\.0\.0\.1|localhost):\d+\/authorize/;
/** Reading the health system first may take a while. */
const READING = { timeout: 40_000 };

const email = () => `records-${test.info().project.name}-${test.info().testId}@example.org`;

test.use({ expectedStrangers: [HEALTH_SYSTEM] });

/** Opens the list of health systems from the sign-up. */
async function openSystems(page: Page): Promise<void> {
  await page.goto('/enroll/STU01009');
  await answerQuestions(page);
  await page.getByRole('button', { name: 'Connect My EMR' }).click();
  await expect(page.getByText('take you to your records')).toBeVisible();
  await expect(page).toHaveURL(/\/connect-to-emr\/[0-9a-f]{32}\/[^/]+\/-\/STU01009$/);
  await expect(page.getByRole('heading', { name: 'Choose Your Health System' })).toBeFocused();
}

/** Chooses the local health system, signs in there, and allows or denies access. */
async function signIn(page: Page, decision: 'Allow' | 'Deny'): Promise<void> {
  await page.getByLabel('City, ZIP Code or Name of Your Hospital or Clinic').fill('Harbor Health');
  const system = page.getByRole('listitem').filter({ hasText: 'Harbor Health' }).first();
  await system.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'A health system on this machine' })).toBeVisible();
  await page.getByRole('radio', { name: /Rosa/ }).check();
  await page.getByRole('button', { name: decision }).click();
}

async function expectReview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your Medical Records' })).toBeFocused(READING);
}

test('records are read, reviewed, shared with the study team, and taken back', async ({ page }) => {
  test.slow();
  const addresses = addressesOf(page);
  await openSystems(page);
  await expect(page.getByRole('region', { name: 'Health Systems' })).toHaveCSS('max-height', '350px');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await signIn(page, 'Allow');

  await expectReview(page);
  for (const list of ['Immunizations', 'Allergies', 'Medications', 'Conditions']) {
    await expect(page.getByRole('heading', { name: new RegExp(`^${list} \\(\\d+\\)$`) })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Conditions' })).toHaveCSS('max-height', '450px');
  await expect(page.getByText('Date of Birth').locator('..')).toContainText('March 27, 1956');
  await expectAccessible(page);
  await expectNoOverflow(page);
  const boxes = page.getByRole('checkbox');
  const total = await boxes.count();
  await page.getByRole('checkbox', { name: /High blood pressure/ }).uncheck();
  await expect(page.getByText(`${total - 1} of ${total} records are chosen.`)).toBeVisible();
  await page.getByRole('button', { name: 'Show How You Fit' }).click();
  await expect(page.getByText(/^Fits: \d+\./)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Continue to Sign Up' }).click();
  await expect(page).toHaveURL('/enroll/STU01009');
  await expect(page.getByText('Some answers are from your medical records')).toBeVisible();
  await expect(page.getByLabel('Health Condition')).toHaveValue(/Type 2 diabetes/);
  await expect(page.getByLabel('Health Condition')).not.toHaveValue(/High blood pressure/);
  await expectAccessible(page);
  await fillInForm(page, email());
  await page.getByRole('button', { name: 'Complete Sign Up' }).click();
  await page.getByRole('button', { name: 'I acknowledge and accept' }).click();
  await expect(page).toHaveURL(/\/thankyou\/PT[0-9A-Z]{12}$/);

  await expect(page.getByRole('heading', { name: 'Share Your Medical Records' })).toBeVisible(READING);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Look at Your Records' }).click();
  await expectReview(page);
  await expect(page.getByRole('checkbox', { name: /High blood pressure/ })).not.toBeChecked();
  await page.getByRole('button', { name: 'Share Medical Records' }).click();
  const thanks = 'Thank you for sharing your records. You will receive further instructions to your email.';
  await expect(page.getByText(thanks, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Records Are Shared' })).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole('link', { name: 'See What You Shared' }).click();
  await expect(page.getByRole('heading', { name: 'Records You Shared' })).toBeVisible();
  const moment = /[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M/.source;
  const shared = new RegExp(`^\\d+ .* from Harbor Health, shared on ${moment}$`);
  await expect(page.getByText(shared)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show My Receipts' }).click();
  await expect(page.getByText(/^Medical records shared/)).toBeVisible();
  await page.getByRole('button', { name: 'Take Back' }).click();
  await expect(page.getByText(/^Take back .*\?/)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, Take Them Back' }).click();
  await expect(page.getByText('the study team was told to erase its copy')).toBeFocused();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expect(page.getByText(/^Medical records taken back/)).toBeVisible();
  const everywhere = await addresses();
  for (const personal of ['Rosa', '1956-03', 'diabetes', 'blood pressure', 'penicillin']) {
    expect(everywhere.filter((address) => address.includes(personal.toLowerCase()))).toEqual([]);
  }
  const deletion = page.getByRole('link', { name: 'delete your sign up' });
  await expect(deletion).toHaveAttribute('href', '/deleteme');
});

test('denying access at the health system shows that nothing was read', async ({ page }) => {
  await openSystems(page);
  await signIn(page, 'Deny');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('You or the health system said no, so no records were read.');
  expect(new URL(page.url()).search).toBe('');
  await expectAccessible(page);
});

test('records that were read can be deleted at once', async ({ page }) => {
  await openSystems(page);
  await signIn(page, 'Allow');
  await expectReview(page);
  await page.getByRole('button', { name: 'Delete These Records Now' }).click();
  await expect(page.getByText('The records that we read were deleted.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Choose Your Health System' })).toBeVisible();
});

test('a legacy link loses its personal data at once, and nothing of it is stored in the browser', async ({
  page,
}) => {
  const request = page.waitForRequest('**/backend/emr/person');
  await page.goto('/medical-records/PT000000000000/Cleveland?gender=female&dob=1956-03-27');
  expect((await request).postDataJSON()).toEqual({ dob: '1956-03-27', gender: 'female' });
  await expect(page).toHaveURL('/medical-records/PT000000000000/Cleveland');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain('1956');
});

test('the page for a health system’s window says that it can be closed, and leads to the records', async ({
  page,
}) => {
  await page.goto('/records-connected');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Thank you. Please close this window.');
  const main = page.getByRole('main');
  const records = main.getByRole('link', { name: 'Look at Your Records' });
  await expect(records).toHaveAttribute('href', '/medical-records');
  await expect(main.getByRole('link', { name: 'Back to Search' })).toHaveAttribute('href', '/');
  await expectAlive(page);
  await expectAccessible(page);
  await openSystems(page);
  await signIn(page, 'Allow');
  await expectReview(page);
  await page.goto('/records-connected');
  await expect(page).toHaveURL('/medical-records', READING);
});

test('an unknown study, and an address without one, lead to the search', async ({ page }) => {
  await page.goto('/connect-to-emr/STU09999');
  await expect(page.getByRole('heading', { name: 'Study details not found' })).toBeFocused();
  await expect(page.getByRole('search')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/medical-records/PT000000000000/Cleveland');
  await expect(page.getByRole('heading', { name: 'Find a Study First' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'ask us' })).toHaveAttribute('href', '/contact');
  await expectAccessible(page);
});

test('the pages are not cached and send no referrer', async ({ page }) => {
  for (const path of ['/medical-records', '/connect-to-emr/0a1b2c3d/0/-/STU01009', '/records-connected']) {
    const answer = await page.goto(path);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the pages say how to sign up by phone or email, and that a window can be closed', async ({
    page,
  }) => {
    await page.goto('/medical-records');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: /@waypoint\.example/ })).toBeVisible();
    await expect(main.getByRole('link', { name: /\+1 216/ })).toBeVisible();
    await page.goto('/records-connected');
    await expect(page.getByText('Thank you. Please close this window.')).toBeVisible();
  });
});
