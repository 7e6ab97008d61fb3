import { hydrate } from '../mounting';
import { Results } from './results';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  hydrate(island, () => <Results />);
}
