import * as v from 'valibot';
import { INVALID_EMAIL, NO_CAPTCHA } from '../messages/sign-up';
import type { FieldError } from '../wire/FieldError';
import { fieldOf } from './field-ids';
import { type DateParts, dateOfBirth, type FormValues, type TextName } from './form-values';

type RequiredName = Exclude<
  TextName,
  | `date_of_birth_${string}`
  | 'current_gender'
  | 'state_territory'
  | 'current_medications'
  | 'relevant_family_history'
  | 'patient_id'
>;

/** The required fields in the order of the form, and what each asks for. */
const REQUIRED: readonly [name: RequiredName | 'date_of_birth' | 'race', what: string][] = [
  ['preferred_name', 'Enter your first name'],
  ['last_name', 'Enter your last name'],
  ['date_of_birth', 'Enter your date of birth'],
  ['gender', 'Choose your gender at birth'],
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

const emailShape = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(?!.*\.\.)[^\s@.][^\s@]*@[^\s@.-][^\s@]*\.[^\s@.]{2,}$/),
);

/** Countries whose numbers have ten digits, three of them the area code. */
const WITH_AREA_CODE = ['UNITED STATES', 'CANADA'];
const OLDEST = 120;

const phoneShape = v.pipe(
  v.string(),
  v.regex(/^\+?[\d -.()/]*( *(ext\.?|extension|x) *\d{1,6})?$/i),
  v.check((text) => /^\d{7,15}$/.test(text.replace(/[ex].*|\D/gi, ''))),
);

const postalCodeShape = v.pipe(v.string(), v.regex(/^(?=.*\d)[\dA-Za-z -]{2,12}$/));

/** Whether a text can be a mail address. */
export function isEmail(text: string): boolean {
  return v.is(emailShape, text);
}

/** Whether one of these errors is that a required value is missing; the captcha is one. */
export function isMissingIn(values: FormValues, errors: FieldError[]): boolean {
  return errors.some(({ field }) => {
    const required = REQUIRED.find(([name]) => name === fieldOf(field));
    return required ? isMissing(values, required[0]) : field === 'captcha';
  });
}

/** Everything that is wrong with a form, in its order. The server checks again. */
export function checkForm(values: FormValues, captcha: string | null): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, what] of REQUIRED) {
    const message = isMissing(values, name) ? what : wrongValue(values, name);
    if (message !== null) {
      errors.push({
        field: name === 'date_of_birth' ? `date_of_birth.${firstWrongPart(values)}` : name,
        message,
      });
    }
  }
  return captcha === null ? [...errors, { field: 'captcha', message: NO_CAPTCHA }] : errors;
}

function isMissing(values: FormValues, name: (typeof REQUIRED)[number][0]): boolean {
  if (name === 'date_of_birth') {
    return dateParts(values).every(([, text]) => text === '');
  }
  return values[name].length === 0;
}

function wrongValue(values: FormValues, name: (typeof REQUIRED)[number][0]): string | null {
  switch (name) {
    case 'date_of_birth':
      return wrongDate(values);
    case 'email':
      return isEmail(values.email) ? null : INVALID_EMAIL;
    case 'phone_number':
      return wrongPhone(values);
    case 'zip_code_or_city':
      return v.is(postalCodeShape, values.zip_code_or_city)
        ? null
        : 'Enter a ZIP or postal code, such as 44106';
    default:
      return null;
  }
}

function wrongPhone({ phone_number, country }: FormValues): string | null {
  if (!v.is(phoneShape, phone_number)) {
    return 'Enter a phone number with 7 to 15 digits, such as 216 555 0134';
  }
  const digits = phone_number.replace(/[ex].*|\D/gi, '');
  // Neither an area code nor what follows it begins with 0 or 1.
  const isWhole = /^1?([2-9]\d\d){2}\d{4}$/.test(digits) || phone_number.trim().startsWith('+');
  return isWhole || !WITH_AREA_CODE.includes(country)
    ? null
    : 'Enter a phone number with its area code, such as 216 555 0134';
}

function wrongDate(values: FormValues): string | null {
  const empty = dateParts(values).find(([, text]) => text === '');
  if (empty) {
    return `Date of birth must include a ${empty[0]}`;
  }
  if (!/^\d{4}$/.test(values.date_of_birth_year)) {
    return 'The year must have four digits, such as 1956';
  }
  const text = dateOfBirth(values);
  const date = new Date(`${text}T00:00:00Z`);
  const real =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (!real) {
    return 'Date of birth must be a real date, such as 3 27 1956';
  }
  if (date.getTime() > Date.now()) {
    return 'Date of birth must be in the past';
  }
  const isTooLongAgo = new Date().getUTCFullYear() - date.getUTCFullYear() > OLDEST;
  return isTooLongAgo ? `Date of birth must be less than ${OLDEST} years ago` : null;
}

function firstWrongPart(values: FormValues): string {
  const isYear = !/^\d{4}$/.test(values.date_of_birth_year);
  return dateParts(values).find(([, text]) => text === '')?.[0] ?? (isYear ? 'year' : 'month');
}

/** The boxes of the date of birth in their order, by their names. */
function dateParts(values: DateParts): [part: string, text: string][] {
  return [
    ['month', values.date_of_birth_month],
    ['day', values.date_of_birth_day],
    ['year', values.date_of_birth_year],
  ];
}
