import { INVALID_EMAIL, NO_CAPTCHA } from '../messages/sign-up';
import { LINE, LINES, tooLongError } from '../typed/text-length';
import { isoDate, readDate, today, yearsBetween } from '../typed/typed-date';
import type { FieldError } from '../wire/FieldError';
import { fieldOf } from './field-ids';
import { ageOf, ageOfMajority, type DateParts, type FormRules, isAsked } from './form-rules';
import type { FormValues, TextName } from './form-values';

type FieldName = Exclude<TextName, `date_of_birth_${string}`> | 'date_of_birth' | 'race';

/** The required fields in the order of the form, with their messages. */
const REQUIRED: readonly [name: FieldName, message: string][] = [
  ['preferred_name', 'Enter your first name'],
  ['last_name', 'Enter your last name'],
  ['date_of_birth', 'Enter your date of birth'],
  ['gender', 'Choose your gender at birth'],
  ['representative_name', 'Enter your full name'],
  ['representative_relationship', 'Choose how you are related'],
  ['representative_relationship_other', 'Enter how you are related'],
  ['email', 'Enter your email'],
  ['phone_number', 'Enter your phone number'],
  ['language', 'Choose your primary language'],
  ['country', 'Choose your country'],
  ['city', 'Enter your city'],
  ['zip_code_or_city', 'Enter your ZIP code'],
  ['race', 'Choose at least one race'],
  ['health_condition', 'Enter your health condition'],
  ['smoking_status', 'Choose your smoking status'],
];

/** Fields about the person who fills in the form, even on behalf of another person. */
const ABOUT_RESPONDENT: FieldName[] = [
  'representative_name',
  'representative_relationship',
  'representative_relationship_other',
  'email',
  'phone_number',
  'language',
];

/** Fields with several lines. */
const MULTILINE: FieldName[] = ['health_condition', 'current_medications', 'relevant_family_history'];

const EMAIL = /^(?!.*\.\.)[^\s@.][^\s@]*@[^\s@.-][^\s@]*\.(?=\P{L}*\p{L})[^\s@.]{2,}$/u;

const MAX_AGE = 120;

/** Whether a text is a valid email address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}

/** Whether one of these errors is a missing value; a missing captcha counts. */
export function hasMissingValue(values: FormValues, errors: FieldError[]): boolean {
  return errors.some(({ field }) => {
    const required = REQUIRED.find(([name]) => name === fieldOf(field));
    return required ? isEmpty(values, required[0]) : field === 'captcha';
  });
}

/**
 * Errors for missing values, and for invalid values that can be detected without large tables. The server checks
 * everything again. Only the server checks phone numbers and postal codes, which depend on the country.
 */
export function validateForm(values: FormValues, captcha: string | null, rules: FormRules): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, request] of REQUIRED.filter(([name]) => isRequired(values, name, rules))) {
    const message = isEmpty(values, name) ? worded(values, name, request) : valueError(values, name, rules);
    if (message !== null) {
      errors.push({
        field: name === 'date_of_birth' ? `date_of_birth.${firstWrongPart(values)}` : name,
        message,
      });
    }
  }
  errors.push(...optionalErrors(values));
  return captcha === null ? [...errors, { field: 'captcha', message: NO_CAPTCHA }] : errors;
}

/** Whether this field is required in this form. */
function isRequired(values: FormValues, name: FieldName, rules: FormRules): boolean {
  switch (name) {
    case 'representative_name':
    case 'representative_relationship':
      return isForOther(values);
    case 'representative_relationship_other':
      return isForOther(values) && values.representative_relationship === 'other';
    case 'zip_code_or_city':
      return rules.needs_postal_code.includes(values.country);
    default:
      return isAsked(rules, name, ageOf(values));
  }
}

function isForOther(values: FormValues): boolean {
  return values.signing_up_for === 'someone_else';
}

function worded(values: FormValues, name: FieldName, request: string): string {
  return isForOther(values) && !ABOUT_RESPONDENT.includes(name)
    ? request.replace(' your ', ' their ')
    : request;
}

function isEmpty(values: FormValues, name: FieldName): boolean {
  if (name === 'date_of_birth') {
    return dateParts(values).every(([, text]) => text === '');
  }
  return values[name].length === 0;
}

function valueError(values: FormValues, name: FieldName, rules: FormRules): string | null {
  switch (name) {
    case 'date_of_birth':
      return dateError(values) ?? minorError(values, rules);
    case 'email':
      return isEmail(values.email) ? null : INVALID_EMAIL;
    case 'phone_number':
    case 'zip_code_or_city':
    case 'race':
      return null;
    default:
      return lengthError(values, name);
  }
}

function lengthError(values: FormValues, name: Exclude<FieldName, 'date_of_birth' | 'race'>): string | null {
  return tooLongError(values[name], MULTILINE.includes(name) ? LINES : LINE);
}

/** Errors of fields that may be empty. */
function optionalErrors(values: FormValues): FieldError[] {
  const names = [
    'current_gender',
    'state_territory',
    'current_medications',
    'relevant_family_history',
    'patient_id',
  ] as const;
  return names.flatMap((field) => {
    const message = lengthError(values, field);
    return message === null ? [] : [{ field, message }];
  });
}

/** An error if a minor signs up without a representative. */
function minorError(values: FormValues, rules: FormRules): string | null {
  const { country, state_territory, zip_code_or_city } = values;
  const majority = ageOfMajority(rules, country, state_territory, zip_code_or_city);
  const years = ageOf(values);
  return isForOther(values) || years === null || years >= majority
    ? null
    : `People under ${majority} can’t sign up by themselves. Ask a parent or guardian to sign you up`;
}

function dateError(values: FormValues): string | null {
  const parts = dateParts(values);
  const birth = readDate(parts.map(([, text]) => text).join('/'));
  if (typeof birth !== 'string') {
    const now = today();
    if (isoDate(birth) > isoDate(now)) {
      return 'Date of birth must be in the past';
    }
    const isTooLongAgo = yearsBetween(birth, now) > MAX_AGE;
    return isTooLongAgo ? `Date of birth must be less than ${MAX_AGE} years ago` : null;
  }
  const empty = parts.find(([, text]) => text === '');
  if (empty) {
    return `Date of birth must include a ${empty[0]}`;
  }
  return birth === 'year'
    ? 'The year must have four digits, such as 1956'
    : 'Date of birth must be a real date, such as 3 27 1956';
}

function firstWrongPart(values: FormValues): string {
  const isYear = !/^\d{4}$/.test(values.date_of_birth_year);
  return dateParts(values).find(([, text]) => text === '')?.[0] ?? (isYear ? 'year' : 'month');
}

/** The boxes of the date of birth in order, with their names. */
function dateParts(values: DateParts): [part: string, text: string][] {
  return [
    ['month', values.date_of_birth_month],
    ['day', values.date_of_birth_day],
    ['year', values.date_of_birth_year],
  ];
}
