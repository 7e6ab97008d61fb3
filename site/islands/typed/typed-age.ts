/** The highest age in years. */
export const MAX_YEARS = 130;

/** An age as the server reads it. Without a unit, it is in years. */
const AGE = /^(\d{1,3})\s*(|y|yrs?|years?|m|mos?|months?|w|wks?|weeks?|d|days?)$/i;

/** Whether a text is one age, such as 58 or 14 months. */
export function isSingleAge(text: string): boolean {
  const [, number, unit = ''] = AGE.exec(text) ?? [];
  return number !== undefined && (!/^(|y.*)$/i.test(unit) || Number(number) <= MAX_YEARS);
}
