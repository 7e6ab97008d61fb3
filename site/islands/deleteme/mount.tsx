import { hydrate } from '../mounting';
import { DeleteMe } from './deleteme';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  hydrate(island, () => <DeleteMe />);
}
