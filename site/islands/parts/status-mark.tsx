import type { StatusBadge } from '../wire/StatusBadge';

/** Whether a study or a site takes people: a dot and a word. */
export function StatusMark({ status }: { status: StatusBadge }) {
  return <span className={`status status--${status.tone}`}>{status.label}</span>;
}
