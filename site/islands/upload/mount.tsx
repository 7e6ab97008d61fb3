import { hydrate } from '../mounting';
import { Upload } from './upload';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  hydrate(island, () => <Upload />);
}
