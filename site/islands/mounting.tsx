import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Brings the server's markup of an island to life with the props that stand beside it. */
export function hydrate<Props>(island: HTMLElement, render: (props: Props) => ReactNode): void {
  const root = island.querySelector('[data-root]');
  const props = island.querySelector('script[type="application/json"]');
  if (root && props) {
    const content = render(JSON.parse(props.textContent ?? '') as Props);
    hydrateRoot(root, <Alive island={island}>{content}</Alive>, {
      identifierPrefix: island.dataset.prefix ?? '',
    });
  }
}

/** Marks the island once it answers, for whoever has to wait for that. */
function Alive({ island, children }: { island: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    island.dataset.alive = '';
  }, [island]);
  return children;
}
