import { createContext } from 'react';
import { type Day, readDate, today, yearsBetween } from '../typed/typed-date';

/** Validation rules of the form. The server reads them from the same tables. */
export type FormRules = {
  /** Fields that are only asked from a minimum age. */
  asked_from_age: { field: string; years: number }[];
  /** Countries whose addresses need a postal code. */
  needs_postal_code: string[];
  /** The default age of majority. */
  age_of_majority: number;
  /** Higher ages of majority by country. An empty list of regions means the whole country. */
  later_ages_of_majority: Record<string, { regions: string[]; postal_codes: string[]; age: number }[]>;
};

/** The rules of the surrounding form. */
export const Rules = createContext<FormRules>({
  asked_from_age: [],
  needs_postal_code: [],
  age_of_majority: 0,
  later_ages_of_majority: {},
});

/** The highest age of majority that an address allows. The region is optional, so the postal code decides, too. */
export function ageOfMajority(rules: FormRules, country: string, region: string, code: string): number {
  const higherAges = rules.later_ages_of_majority[country] ?? [];
  // People also type the city: "Birmingham, Alabama".
  const typed = region.split(/[,;/()]/).map(letters);
  const ages = higherAges.map(({ regions, postal_codes, age }) =>
    regions.length === 0 ||
    regions.some((name) => typed.includes(letters(name))) ||
    postal_codes.some((start) => code.trim().toUpperCase().startsWith(start))
      ? age
      : 0,
  );
  return Math.max(rules.age_of_majority, ...ages);
}

/** Whether a field is asked at this age. Everyone is asked if the age is unknown. */
export function isAsked(rules: FormRules, field: string, years: number | null): boolean {
  const from = rules.asked_from_age.find((rule) => rule.field === field)?.years ?? 0;
  return years === null || years >= from;
}

/** The boxes of the date of birth. */
export type DateParts = Record<`date_of_birth_${'month' | 'day' | 'year'}`, string>;

/** The date of birth, or null if it isn't a valid date. */
export function birthOf({
  date_of_birth_month,
  date_of_birth_day,
  date_of_birth_year,
}: DateParts): Day | null {
  const parsed = readDate(`${date_of_birth_month}/${date_of_birth_day}/${date_of_birth_year}`);
  return typeof parsed === 'string' ? null : parsed;
}

/** The age in completed years, or null without a date of birth in the past. */
export function ageOf(values: DateParts): number | null {
  const birth = birthOf(values);
  const years = birth === null ? -1 : yearsBetween(birth, today());
  return years < 0 ? null : years;
}

function letters(name: string): string {
  return name.toLowerCase().replace(/\P{L}/gu, '');
}
