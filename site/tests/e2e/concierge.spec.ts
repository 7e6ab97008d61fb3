import { expect, expectAccessible, expectAlive, test } from './support/page';

const QUERY = '?study=STU01009&pt=PT0000000000AB&name=Rosa';
const trial = (account_sid: string) => ({
  study: { result: [{ account_sid, flex_flow_id: 'FO1', nct_number: 'NCT00000101', study_sys_id: 's' }] },
});

test('a message’s link leads to the nurse, and its name is stored nowhere', async ({ page }) => {
  await page.route('**/backend/trial?*', (route) => route.fulfill({ json: trial('AC1') }));
  await page.goto(`/concierge${QUERY}`);
  await expect(page).toHaveURL('/nurse');
  await expect(page.getByRole('heading', { level: 1, name: 'Nurse Concierge' })).toBeVisible();
  await expect(page.getByRole('button', { name: /chat/i })).toBeVisible();
  const scripts = await page
    .locator('script[src]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')));
  expect(scripts.every((script) => script?.startsWith('/assets/'))).toBe(true);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toContain('"chat_status":"started"');
  expect(stored).not.toContain('Rosa');
});

test('a study without a nurse leaves the visitor on the page', async ({ page }) => {
  await page.goto(`/concierge${QUERY}`);
  await expectAlive(page);
  await expect(page).toHaveURL('/concierge');
  await expect(page.getByText('Loading ...')).toBeHidden();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test.describe('a failed lookup', () => {
  test.use({ expectedErrors: [/503/] });

  test('is reported quietly, and can be tried again', async ({ page }) => {
    let works = false;
    await page.route('**/backend/trial?*', (route) =>
      works ? route.fulfill({ json: trial('AC1') }) : route.fulfill({ status: 503, json: {} }),
    );
    await page.goto(`/concierge${QUERY}`);
    await expect(page.getByText('We can’t look up your study’s nurse now.')).toBeVisible();
    await expectAccessible(page);
    works = true;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page).toHaveURL('/nurse');
  });
});
