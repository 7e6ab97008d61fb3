import { plainDate } from '../study/plain-date';

/** Values with their labels. */
export type ShownFields = [label: string, value: string][];

/** Values that may be missing, with their labels. */
export type FieldValues = [label: string, value: string | null][];

/** Every value, or `None` where it is missing (E-120). */
export const filledIn = (fields: FieldValues): ShownFields =>
  fields.map(([label, value]) => [label, valueOrNone(value)]);

/** Only the values that are stated. "You Take It: None" would read as a no. */
export const onlyStated = (fields: FieldValues): ShownFields =>
  fields.flatMap(([label, value]): ShownFields => (isStated(value) ? [[label, value]] : []));

/** The value, or `None` if it is missing (E-120). */
export function valueOrNone(value: string | null): string {
  return isStated(value) ? value : 'None';
}

function isStated(value: string | null): value is string {
  return value !== null && value.trim() !== '';
}

/** The date without its time. */
export function dateOf(text: string | null): string | null {
  return text && plainDate(text.replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1'));
}
