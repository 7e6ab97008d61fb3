import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, expectAlive, leavePagesUnfilled, test } from './support/page';
import { signUpMyself } from './support/sign-up';

/** A page, the calls it makes, and what to do before it makes them. */
type TroubledPage = { name: string; path: string; calls: string[]; begin?: (page: Page) => Promise<void> };

const PAGES: TroubledPage[] = [
  { name: 'the results', path: '/results?q=asthma&in=USA', calls: ['search'] },
  { name: 'results without a study', path: '/results?q=zzzzzz&in=USA', calls: ['ourstudies'] },
  { name: 'a registry study', path: '/study/NCT03974022', calls: ['study', 'trial'] },
  { name: 'a study by its own number', path: '/trialdetails/STU09999', calls: ['trial'] },
  {
    name: 'the questions of a study',
    path: '/study/STU01010',
    calls: ['questiongroup', 'prescreen'],
    begin: async (page) => {
      await page.getByRole('button', { name: 'Answer the Questions' }).click();
    },
  },
  { name: 'the sign-up', path: '/enroll/STU01009', calls: ['participant', 'captcha'] },
  {
    name: 'the questions before a sign-up',
    path: '/enroll/STU01009',
    calls: ['questiongroup'],
    begin: signUpMyself,
  },
  { name: 'the upload', path: '/upload-document/STU01009', calls: ['participant'] },
  { name: 'medical records', path: '/medical-records', calls: ['emr/records', 'participant'] },
  { name: 'the page after sign-up', path: '/thankyou/PT0123456789AB', calls: ['participant'] },
  {
    name: 'saved studies',
    path: '/saved',
    calls: ['study', 'trial'],
    begin: async (page) => {
      await page.evaluate(() => localStorage.setItem('saved_studies', JSON.stringify(['NCT03974022'])));
      await page.reload();
    },
  },
  {
    name: 'a trial with a survey',
    path: '/study/NCT04611802',
    calls: ['criteria'],
  },
  {
    name: 'the search box',
    path: '/',
    calls: ['suggestions'],
    begin: async (page) => {
      await page.getByRole('combobox').first().fill('asthm');
    },
  },
];

/** The ways in which a call fails. */
const TROUBLES: Record<string, (route: Route) => Promise<void> | void> = {
  fails: (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
  'is empty': (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
  'never answers': () => {},
};

/** Longer than the limit of any call, in milliseconds. */
const LONGER_THAN_ANY_CALL = 30_000;

test.use({ expectedErrors: [/Failed to load resource/] });

for (const { name, path, calls, begin } of PAGES) {
  for (const call of calls) {
    for (const [trouble, answer] of Object.entries(TROUBLES)) {
      test(`${name}: offers a way to continue when ${call} ${trouble}`, async ({ page }) => {
        await page.clock.install();
        await leavePagesUnfilled(page);
        await page.route(
          (url) => url.pathname.toLowerCase() === `/backend/${call}`,
          (route) => answer(route),
        );
        await page.goto(path);
        await expectAlive(page);
        await begin?.(page);
        await page.clock.runFor(LONGER_THAN_ANY_CALL);
        await expect(page.getByText('Loading ...').filter({ visible: true })).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        const ways = page.locator('main').locator('a:visible, button:visible, input:visible');
        expect(await ways.count()).toBeGreaterThan(0);
        await expectAccessible(page);
      });
    }
  }
}

test('a draft that could not be loaded is there after trying again', async ({ page }) => {
  await page.goto('/enroll/STU01009');
  await signUpMyself(page);
  const question = page.getByRole('group', { name: 'Question 1 of 5' });
  await expect(question).toBeVisible();
  await page.route('**/backend/participant?*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('We couldn’t load what you entered here before.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/backend/participant?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(question).toBeVisible();
});
