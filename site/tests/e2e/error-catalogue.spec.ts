import type { Page } from '@playwright/test';
import { DETAIL, NO_FURTHER } from '../support/empty-records';
import { expect, expectAccessible, expectAlive, leavePagesUnfilled, test } from './support/page';
import { answerQuestions, fillInForm, signUpMyself } from './support/sign-up';

/** A fixed text, and how to make it appear. */
type Message = { text: string; when: string; see: (page: Page) => Promise<void> };

/** Replaces the server's answer to a call. */
const answer = (page: Page, call: string, json: object, status = 200) =>
  page.route(`**/backend/${call}**`, (route) =>
    route.fulfill({
      status,
      contentType: status < 400 ? 'application/json' : 'application/problem+json',
      json,
    }),
  );

const problem = (status: number, code: string, detail: string) => ({ status, code, title: detail, detail });

/** Changes the server's answer about a registry study. */
async function withStudy(page: Page, change: (study: Record<string, unknown>) => object) {
  await leavePagesUnfilled(page);
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

/** Gives the last answer to every survey question, which never fits all of them. */
async function failTheSurvey(page: Page) {
  await page.goto('/study/NCT03897881');
  await expectAlive(page);
  for (const question of await page.locator('fieldset[data-question]').all()) {
    await question.getByRole('radio').last().check();
  }
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Sends a complete form to a server that rejects it. */
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

/** Opens the records page of a participant. */
async function withRecords(page: Page, output: object[][]) {
  const study = { id: 'one', study_number: 'STU01026', study_title: 'A study', left_out: [[], [], [], []] };
  const person = { name: null, date_of_birth: '1956-03-27', gender: 'Female' };
  const connection = { system: 'Harbor Health', ...study, person, missing: [] };
  await answer(page, 'emr/records', { output, further: NO_FURTHER, connection });
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
    when: 'a study has an unknown source',
    see: (page) => withStudy(page, () => ({ partner: 'somebody else' })),
  },
  {
    text: 'No patientrials studies found',
    when: 'the partner studies can’t be listed',
    see: async (page) => {
      await answer(page, 'ourstudies', problem(503, 'unavailable', 'Not now.'), 503);
      await page.goto('/results?q=zzzzzz&in=USA');
    },
  },
  {
    text: 'Loading ...',
    when: 'an answer is pending',
    see: async (page) => {
      await leavePagesUnfilled(page);
      await page.route('**/backend/search**', () => {});
      await page.goto('/results?q=asthma&in=USA');
    },
  },
  {
    text: 'Error while validating primary screener. Please try after sometime!',
    when: 'the study has no questions left to check answers against',
    see: async (page) => {
      const text = 'Error while validating primary screener. Please try after sometime!';
      await answer(page, 'prescreen', problem(404, 'prescreen_nothing_to_check', text), 404);
      await page.goto('/enroll/STU01009');
      await answerQuestions(page, ['True', 'True', 'True', 'True', 'True']);
    },
  },
  {
    text: 'Error while creating participant looks like email already exists',
    when: 'this browser already signed up with the address',
    see: (page) => signUp(page, problem(403, 'email_exists', 'The address is taken.'), 403),
  },
  {
    text: 'The server stumbled. Error while creating participant',
    when: 'the server fails to create the participant',
    see: (page) => signUp(page, problem(500, 'internal', 'The server stumbled.'), 500),
  },
  {
    text: 'Error while creating participant',
    when: 'the form is unreadable',
    see: (page) => signUp(page, problem(400, 'body_invalid', 'That was no form.'), 400),
  },
  {
    text: 'Error occured. Please try again',
    when: 'no random id for the connection can be generated',
    see: async (page) => {
      await page.goto('/enroll/STU01026');
      await expectAlive(page);
      await signUpMyself(page);
      await page.evaluate(() => {
        const chance = crypto.getRandomValues;
        crypto.getRandomValues = () => {
          // Checks that run later need the original again.
          crypto.getRandomValues = chance;
          throw new Error('no chance');
        };
      });
      await page.getByRole('button', { name: 'Connect My EMR' }).click();
    },
  },
  {
    text: 'No medical records found',
    when: 'a health system has no records',
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
    when: 'sharing records fails',
    see: async (page) => {
      await answer(page, 'emr/createFile', problem(500, 'internal', 'The server stumbled.'), 500);
      await withRecords(page, [
        [
          {
            id: 'i1',
            name: 'Flu vaccine',
            date: '2025-10-02',
            manufacturer: null,
            standing: 'holds',
            detail: DETAIL,
          },
        ],
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
  test(`'${text}' appears when ${when}`, async ({ page }) => {
    await see(page);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessible(page);
  });
}
