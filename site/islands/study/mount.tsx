import { hydrate } from '../mounting';
import { Study, type StudyProps } from './study';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  hydrate<StudyProps>(island, (props) => <Study {...props} />);
}
