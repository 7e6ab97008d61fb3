/** The device's time zone, such as `America/New_York`, or an empty string if unknown. */
export function timeZone(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  } catch {
    return '';
  }
}
