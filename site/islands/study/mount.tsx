import { hydrate } from '../mounting';
import { takeDrawnMap } from './drawn-map';
import { Study, type StudyProps } from './study';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  const map = takeDrawnMap(island);
  hydrate<StudyProps>(island, (props) => <Study {...props} map={map} />);
}
