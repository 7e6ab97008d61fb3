import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Brings the server's markup of an island to life with the props that stand beside it. */
export function hydrate<Props>(island: HTMLElement, render: (props: Props) => ReactNode): void {
  const root = island.querySelector('[data-root]');
  const props = island.querySelector('script[type="application/json"]');
  if (root && props) {
    hydrateRoot(root, render(JSON.parse(props.textContent ?? '') as Props), {
      identifierPrefix: island.dataset.prefix ?? '',
    });
  }
}
