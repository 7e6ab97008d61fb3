import { createContext } from 'react';
import { type Day, readDate, today, yearsBetween } from '../typed/typed-date';
import type { DateParts } from './form-values';

/** Rules of the form that the server has, too; both read them from the same tables. */
export type FormRules = {
  /** Fields that are asked from an age in years on. */
  asked_from_age: { field: string; years: number }[];
  /** Countries whose addresses need a postal code. */
  needs_postal_code: string[];
  /** The age from which people sign up by themselves, where nothing else is said. */
  age_of_majority: number;
  /** Where that age is a later one, by country; without regions it is that of the whole country. */
  later_ages_of_majority: Record<string, { regions: string[]; age: number }[]>;
};

/** The rules of the form around. */
export const Rules = createContext<FormRules>({
  asked_from_age: [],
  needs_postal_code: [],
  age_of_majority: 0,
  later_ages_of_majority: {},
});

/** The age from which people sign up by themselves where they live. */
export function ageOfMajority(rules: FormRules, country: string, region: string): number {
  const later = rules.later_ages_of_majority[country] ?? [];
  const here = later.find(
    ({ regions }) => regions.length === 0 || regions.some((name) => letters(name) === letters(region)),
  );
  return here?.age ?? rules.age_of_majority;
}

/** Whether a field is asked of a person of this age; of everybody whose age isn't known. */
export function isAsked(rules: FormRules, field: string, years: number | null): boolean {
  const from = rules.asked_from_age.find((rule) => rule.field === field)?.years ?? 0;
  return years === null || years >= from;
}

/** The date of birth, once it is one. */
export function birthOf({
  date_of_birth_month,
  date_of_birth_day,
  date_of_birth_year,
}: DateParts): Day | null {
  const read = readDate(`${date_of_birth_month}/${date_of_birth_day}/${date_of_birth_year}`);
  return typeof read === 'string' ? null : read;
}

/** The age in completed years, once the date of birth is one in the past. */
export function ageOf(values: DateParts): number | null {
  const birth = birthOf(values);
  const years = birth === null ? -1 : yearsBetween(birth, today());
  return years < 0 ? null : years;
}

function letters(name: string): string {
  return name.toLowerCase().replace(/\P{L}/gu, '');
}
