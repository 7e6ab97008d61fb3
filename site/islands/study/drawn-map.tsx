import { useLayoutEffect, useRef } from 'react';

/** The map's nodes as the server drew them, retained during hydration. */
export type MapNodes = readonly Node[];

/** The class of the map's container. The server finds it by this class. */
const PLACE = 'drawn-map';

/** The container of the server's map. */
export function DrawnMap({ nodes }: { nodes: MapNodes }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...nodes), [nodes]);
  return <div className={PLACE} ref={place} />;
}

/** Removes the map from an island before hydration, because React does not know its markup. */
export function takeDrawnMap(island: HTMLElement): MapNodes {
  const place = island.querySelector(`.${PLACE}`);
  const nodes = [...(place?.childNodes ?? [])];
  place?.replaceChildren();
  return nodes;
}
