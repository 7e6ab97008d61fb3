import { expect, it } from 'vitest';
import * as deletion from './deletion';
import * as records from './records';
import * as search from './search';
import * as signUp from './sign-up';
import * as study from './study';
import * as survey from './survey';

/** The texts that must stay verbatim. */
const FIXED = [
  'Please enter search condition and select country to get clinical trials',
  'Please answer all the eligibility criteria questions. If you press back button, Please reload the page and retry. Thank you!',
  "Unfortunately, based on your answers to the questions, you're not eligible to participate in this trial.",
  'Please fill all pre-screening questions',
  'Please enter all pre-screening questions',
  'Study details not found',
  'No Clinical Trial Found',
  'Studies not found',
  'Location details not found',
  'No Pre-screening Questions Found',
  'No patientrials studies found',
  'This trial is not actively recruiting.',
  'This trial has completed recruitment on this platform, and is no longer accepting new referrals.',
  'No Inclusion Criteria found for this trial',
  'No Criteria Found',
  'Primary screener validation failed, you are not eligible to participate in this trial',
  'Error while validating primary screener. Please try after sometime!',
  'please enter all required values',
  'Please enter valid email',
  'Please fill recaptcha',
  'Error while creating participant',
  'Error while creating participant looks like email already exists',
  'Please enter your details below to verify the account',
  'Your account has been successfully deleted',
  'Error occured. Please try again',
  'No medical records found',
  'Thank you for sharing your records. You will receive further instructions to your email.',
  'Error while sharing records',
  'Thank you. Please close this window.',
];

it.each(FIXED)('every fixed text exists verbatim: %s', (text) => {
  const known = [deletion, records, search, signUp, study, survey].flatMap((messages) =>
    Object.values(messages),
  );
  expect(known).toContain(text);
});
