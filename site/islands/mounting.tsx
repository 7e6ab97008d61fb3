import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Hydrates the server's markup of an island with the props in its JSON script. */
export function hydrate<Props>(island: HTMLElement, render: (props: Props) => ReactNode): void {
  const root = island.querySelector('[data-root]');
  const props = island.querySelector('script[type="application/json"]');
  if (root && props) {
    const content = render(JSON.parse(props.textContent ?? '') as Props);
    hydrateRoot(root, <AliveMark island={island}>{content}</AliveMark>, {
      identifierPrefix: island.dataset.prefix ?? '',
    });
  }
}

/** Marks the island once it responds to events. Tests and styles rely on the mark. */
function AliveMark({ island, children }: { island: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    island.dataset.alive = '';
  }, [island]);
  return children;
}
