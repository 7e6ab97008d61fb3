import { hydrate } from '../mounting';
import { Saved } from './saved';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  hydrate(island, () => <Saved />);
}
