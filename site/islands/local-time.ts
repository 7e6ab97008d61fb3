import { plainDate } from './study/plain-date';

/** A moment in the device's time zone, such as `March 3, 2026 at 4:12 PM`. */
export function localTime(moment: string): string {
  const time = new Date(moment);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString();
  const hour = time.getHours();
  const clock = `${hour % 12 || 12}${local.slice(13, 16)} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${plainDate(local.slice(0, 10))} at ${clock}`;
}

/** The offset of the device's time zone from UTC at a moment, such as `UTC−5` or `UTC+5:30`. */
export function utcOffset(moment: string): string {
  const minutes = -new Date(moment).getTimezoneOffset();
  if (minutes === 0) {
    return 'UTC';
  }
  const size = Math.abs(minutes);
  const rest = size % 60;
  const sign = minutes < 0 ? '−' : '+';
  return `UTC${sign}${Math.floor(size / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
