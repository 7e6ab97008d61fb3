import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAlive, test } from './support/page';
import { answerQuestions, fillInForm, signUpMyself } from './support/sign-up';

/** A fixed text, and what somebody does, or the server says, before it is seen. */
type Message = { text: string; when: string; see: (page: Page) => Promise<void> };

/** What the server answers to a call instead of its own answer. */
const answer = (page: Page, call: string, json: object, status = 200) =>
  page.route(`**/backend/${call}**`, (route) =>
    route.fulfill({
      status,
      contentType: status < 400 ? 'application/json' : 'application/problem+json',
      json,
    }),
  );

const problem = (status: number, code: string, detail: string) => ({ status, code, title: detail, detail });

/** Changes what the server says of a registry study before the page gets it. */
async function withStudy(page: Page, change: (study: Record<string, unknown>) => object) {
  await page.route('**/backend/trial**', async (route) => {
    const body = await (await route.fetch()).json();
    await route.fulfill({ json: { ...body, page: { ...body.page, ...change(body.page) } } });
  });
  await page.goto('/study/NCT03974022');
}

async function askQuestions(page: Page) {
  await page.goto('/study/STU01010');
  await page.getByRole('button', { name: 'Answer the Questions' }).click();
}

/** Answers every survey question with its last answer, which is never the one that fits all of them. */
async function failTheSurvey(page: Page) {
  await page.goto('/study/NCT03897881');
  await expectAlive(page);
  for (const question of await page.locator('fieldset[data-question]').all()) {
    await question.getByRole('radio').last().check();
  }
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Sends a form that is filled in, to a server that refuses it. */
async function signUp(page: Page, refusal: object, status: number) {
  await page.route('**/backend/participant', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status, contentType: 'application/problem+json', json: refusal })
      : route.continue(),
  );
  await page.goto('/enroll/STU01026');
  await fillInForm(page, 'rosa.catalogue@example.org');
  await page.getByRole('button', { name: 'Complete Sign Up' }).click();
}

/** Opens the screen of records for somebody who has signed up. */
async function withRecords(page: Page, output: object[][]) {
  const study = { id: 'one', study_number: 'STU01026', study_title: 'A study', left_out: [[], [], [], []] };
  const person = { name: null, date_of_birth: '1956-03-27', gender: 'Female' };
  const connection = { system: 'Harbor Health', ...study, person, missing: [] };
  await answer(page, 'emr/records', { output, connection });
  await answer(page, 'participant', {
    data: { pt_id: 'PT0123456789AB', study_number: 'STU01026', acknowledged: true, referral: null },
  });
  await page.goto('/medical-records');
}

const MESSAGES: Message[] = [
  {
    text: "Unfortunately, based on your answers to the questions, you're not eligible to participate in this trial.",
    when: 'an answer of a survey does not fit',
    see: failTheSurvey,
  },
  {
    text: 'Please fill all pre-screening questions',
    when: 'the questions of a study’s page are left open',
    see: async (page) => {
      await askQuestions(page);
      await page.getByRole('button', { name: 'NEXT' }).click();
    },
  },
  {
    text: 'No Pre-screening Questions Found',
    when: 'a study has no questions',
    see: async (page) => {
      await answer(page, 'questiongroup', { result: [] });
      await askQuestions(page);
    },
  },
  {
    text: 'Location details not found',
    when: 'no site of a registry study has a postal code',
    see: (page) =>
      withStudy(page, ({ sites }) => ({
        sites: (sites as object[]).map((site) => ({ ...site, pin_code: '' })),
      })),
  },
  {
    text: 'No Trial Found',
    when: 'a study comes from nobody we know',
    see: (page) => withStudy(page, () => ({ partner: 'somebody else' })),
  },
  {
    text: 'No patientrials studies found',
    when: 'our own studies can’t be listed',
    see: async (page) => {
      await answer(page, 'ourstudies', problem(503, 'unavailable', 'Not now.'), 503);
      await page.goto('/results?q=zzzzzz&in=USA');
    },
  },
  {
    text: 'Loading ...',
    when: 'an answer takes its time',
    see: async (page) => {
      await page.route('**/backend/search**', () => {});
      await page.goto('/results?q=asthma&in=USA');
    },
  },
  {
    text: 'Error while validating primary screener. Please try after sometime!',
    when: 'the study has no questions any more by which answers could be checked',
    see: async (page) => {
      const text = 'Error while validating primary screener. Please try after sometime!';
      await answer(page, 'prescreen', problem(404, 'prescreen_nothing_to_check', text), 404);
      await page.goto('/enroll/STU01009');
      await answerQuestions(page, ['True', 'True', 'True', 'True', 'True']);
    },
  },
  {
    text: 'Error while creating participant looks like email already exists',
    when: 'this browser has signed up with the address',
    see: (page) => signUp(page, problem(403, 'email_exists', 'The address is taken.'), 403),
  },
  {
    text: 'The server stumbled. Error while creating participant',
    when: 'the server fails while it makes the participant',
    see: (page) => signUp(page, problem(500, 'internal', 'The server stumbled.'), 500),
  },
  {
    text: 'Error while creating participant',
    when: 'the server can’t read the form',
    see: (page) => signUp(page, problem(400, 'body_invalid', 'That was no form.'), 400),
  },
  {
    text: 'Error occured. Please try again',
    when: 'no random id can be made for the way to the health systems',
    see: async (page) => {
      await page.goto('/enroll/STU01026');
      await expectAlive(page);
      await signUpMyself(page);
      await page.evaluate(() => {
        const chance = crypto.getRandomValues;
        crypto.getRandomValues = () => {
          // What looks at the page afterwards needs it again.
          crypto.getRandomValues = chance;
          throw new Error('no chance');
        };
      });
      await page.getByRole('button', { name: 'Connect My EMR' }).click();
    },
  },
  {
    text: 'No medical records found',
    when: 'a health system has none',
    see: async (page) => {
      await withRecords(page, [[], [], [], []]);
    },
  },
  {
    text: 'No medical records found',
    when: 'the health system does not answer',
    see: async (page) => {
      const detail = 'The health system does not answer now.';
      await answer(page, 'emr/records', problem(502, 'health_system_failed', detail), 502);
      await page.goto('/medical-records');
      await expect(page.getByText(detail)).toBeVisible();
    },
  },
  {
    text: 'Error while sharing records',
    when: 'records do not reach the server',
    see: async (page) => {
      await answer(page, 'emr/createFile', problem(500, 'internal', 'The server stumbled.'), 500);
      await withRecords(page, [
        [{ id: 'i1', name: 'Flu vaccine', date: '2025-10-02', manufacturer: null }],
        [],
        [],
        [],
      ]);
      await page.getByRole('button', { name: 'Share Medical Records' }).click();
    },
  },
];

test.use({ expectedErrors: [/Failed to load resource/] });

for (const { text, when, see } of MESSAGES) {
  test(`'${text}' is said when ${when}`, async ({ page }) => {
    await see(page);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessible(page);
  });
}
