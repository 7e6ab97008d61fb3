import type { StatusBadge } from '../wire/StatusBadge';

/** The recruiting status of a study or a site: a dot and a word. */
export function StatusMark({ status }: { status: StatusBadge }) {
  return <span className={`status status--${status.tone}`}>{status.label}</span>;
}
