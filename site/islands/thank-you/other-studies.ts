import { element } from '../element';
import type { OtherStudies } from '../wire/OtherStudies';

/** Links to studies of the same conditions as the one that closed the sign-up. */
export function otherStudies(searches: readonly OtherStudies[]): HTMLElement[] {
  const links = searches.map(({ condition, href }) =>
    element('li', {}, [element('a', { href }, [`Studies for ${condition}`])]),
  );
  return [element('p', {}, ['Other studies that may fit:']), element('ul', {}, links)];
}
