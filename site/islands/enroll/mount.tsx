import { hydrate } from '../mounting';
import { Enroll, type EnrollProps } from './enroll';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  hydrate<EnrollProps>(island, (props) => <Enroll {...props} />);
}
