import { useLayoutEffect, useRef } from 'react';

/** The children of the place of a map, as the server drew them; kept while the island wakes around them. */
export type MapNodes = readonly Node[];

/** The class of the place that is left for a map. The server finds it by that. */
const PLACE = 'drawn-map';

/** The place of the map that the server drew into the page. */
export function DrawnMap({ nodes }: { nodes: MapNodes }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...nodes), [nodes]);
  return <div className={PLACE} ref={place} />;
}

/** Takes the map out of an island before it wakes, because the island does not know how to draw it. */
export function takeDrawnMap(island: HTMLElement): MapNodes {
  const place = island.querySelector(`.${PLACE}`);
  const nodes = [...(place?.childNodes ?? [])];
  place?.replaceChildren();
  return nodes;
}
