import { hydrate } from '../mounting';
import { SearchBox, type SearchBoxProps } from './search-box';

/** Hydrates the island. */
export function mount(island: HTMLElement): void {
  hydrate<SearchBoxProps>(island, (props) => <SearchBox {...props} />);
}
