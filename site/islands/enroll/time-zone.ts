/** The device's time zone, for example `America/New_York`; nothing when the device doesn't say. */
export function timeZone(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  } catch {
    return '';
  }
}
