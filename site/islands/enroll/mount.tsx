import { hydrate } from '../mounting';
import { Enroll, type EnrollProps } from './enroll';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  // A page that comes back as it was left would still stand at its last step.
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  hydrate<EnrollProps>(island, (props) => <Enroll {...props} />);
}
