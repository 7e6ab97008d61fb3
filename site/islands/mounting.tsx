import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { AddressOfServer, type FilledAddress } from './use-address';

/** What the server adds to the props of the islands of a page that it filled. */
type Filled = { address?: FilledAddress };

/** Hydrates the server's markup of an island with the props in its JSON script. */
export function hydrate<Props>(island: HTMLElement, render: (props: Props) => ReactNode): void {
  const root = island.querySelector('[data-root]');
  const props = island.querySelector('script[type="application/json"]');
  if (root && props) {
    const values = JSON.parse(props.textContent ?? '') as Props & Filled;
    hydrateRoot(
      root,
      <AddressOfServer value={values.address ?? null}>
        <AliveMark island={island}>{render(values)}</AliveMark>
      </AddressOfServer>,
      { identifierPrefix: island.dataset.prefix ?? '' },
    );
  }
}

/** Marks the island once it responds to events. Tests and styles rely on the mark. */
function AliveMark({ island, children }: { island: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    island.dataset.alive = '';
  }, [island]);
  return children;
}
