import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { SiteMapProps } from '../site-map/site-map';
import { useHydrated } from '../use-hydrated';
import type { SiteView } from '../wire/SiteView';
import { DrawnMap, type MapNodes } from './drawn-map';

/** The source of a page's map: the server's drawing, or a basemap to draw on. */
export type MapSource = { nodes: MapNodes } | { basemap: string };

/** A list of sites, its map, and the sign-up address. */
export type BesideMapProps = {
  map: MapSource | null;
  sites: SiteView[];
  signUp: string | null;
  children: ReactNode;
};

/** Rendered if the map fails to load: the list next to it has the same content. */
const NoMap = () => null;
const SiteMap = lazy<ComponentType<SiteMapProps>>(() =>
  import('../site-map/site-map').catch(() => ({ default: NoMap })),
);

/** The list of a study's sites next to its map, if there is one. */
export function BesideMap({ map, sites, signUp, children }: BesideMapProps) {
  const hydrated = useHydrated();
  const isPlaced = sites.some(({ latitude }) => latitude !== null);
  if (map === null || !('nodes' in map || isPlaced)) {
    return children;
  }
  return (
    <div className="located">
      {'nodes' in map ? (
        <DrawnMap nodes={map.nodes} />
      ) : hydrated ? (
        <Suspense fallback={<div className="map__box" />}>
          <SiteMap sites={sites} signUp={signUp} basemap={map.basemap} />
        </Suspense>
      ) : (
        <div className="map__box" />
      )}
      {children}
    </div>
  );
}
