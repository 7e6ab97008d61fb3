/** What stands in the form, by field; the boxes of the date of birth apart. */
export type FormValues = Record<TextName, string> & { race: string[] };

const TEXT_NAMES = [
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

/** Reads the form as it stands. */
export function readForm(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  const texts = TEXT_NAMES.map((name) => [name, String(data.get(name) ?? '').trim()]);
  return {
    ...(Object.fromEntries(texts) as Record<TextName, string>),
    race: data.getAll('race').map(String),
  };
}

/** The boxes of the date of birth. */
export type DateParts = Pick<FormValues, `date_of_birth_${'month' | 'day' | 'year'}`>;

/** The date of birth as the call sends it: `YYYY-MM-DD`. */
export function dateOfBirth(values: DateParts): string {
  const { date_of_birth_year: year, date_of_birth_month: month, date_of_birth_day: day } = values;
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
