import { hydrate } from '../mounting';
import { Enroll } from './enroll';
import type { EnrollProps } from './enroll-props';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  // A page restored from the back-forward cache would still show its last step.
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  hydrate<EnrollProps>(island, (props) => <Enroll {...props} />);
}
