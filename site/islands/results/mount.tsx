import { hydrate } from '../mounting';
import { Results, type ResultsProps } from './results';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  hydrate<ResultsProps>(island, (props) => <Results {...props} />);
}
