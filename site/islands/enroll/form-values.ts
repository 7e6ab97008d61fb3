import { isoDate } from '../typed/typed-date';
import { visible } from '../typed/visible';
import { birthOf, type DateParts } from './form-rules';

/** The values of the form by field. The boxes of the date of birth are separate. */
export type FormValues = Record<TextName, string> & { race: string[] };

const TEXT_NAMES = [
  'signing_up_for',
  'representative_name',
  'representative_relationship',
  'representative_relationship_other',
  'preferred_name',
  'last_name',
  'date_of_birth_month',
  'date_of_birth_day',
  'date_of_birth_year',
  'gender',
  'current_gender',
  'email',
  'phone_number',
  'language',
  'country',
  'city',
  'state_territory',
  'zip_code_or_city',
  'health_condition',
  'smoking_status',
  'current_medications',
  'relevant_family_history',
  'patient_id',
] as const;

/** The name of a field that holds one text. */
export type TextName = (typeof TEXT_NAMES)[number];

/** Reads the values of the form, without invisible characters. */
export function readForm(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  const texts = TEXT_NAMES.map((name) => [name, visible(String(data.get(name) ?? ''))]);
  return {
    ...(Object.fromEntries(texts) as Record<TextName, string>),
    race: data.getAll('race').map(String),
  };
}

/** The date of birth as `YYYY-MM-DD`, or as it was typed if it isn't a valid date. */
export function dateOfBirth(values: DateParts): string {
  const birth = birthOf(values);
  const { date_of_birth_year: year, date_of_birth_month: month, date_of_birth_day: day } = values;
  return birth === null ? `${month}/${day}/${year}` : isoDate(birth);
}
