import { hydrate } from '../mounting';
import { Enroll, type EnrollProps } from './enroll';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  // A page restored from the back-forward cache would still show its last step.
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  hydrate<EnrollProps>(island, (props) => <Enroll {...props} />);
}
