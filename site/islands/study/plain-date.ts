const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Formats `2026-03-27` as `March 27, 2026` and `2026-03` as `March 2026`. Other text is returned unchanged. */
export function plainDate(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (!name) {
    return text;
  }
  return day ? `${name} ${Number(day)}, ${year}` : `${name} ${year}`;
}
