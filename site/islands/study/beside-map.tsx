import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { SiteMapProps } from '../site-map/site-map';
import type { SiteView } from '../wire/SiteView';
import { DrawnMap, type MapNodes } from './drawn-map';

/** Where the map of a page is from: the server's drawing, or one of our own on the ground of all maps. */
export type MapSource = { nodes: MapNodes } | { basemap: string };

/** A list of sites, its map, and where sign-up starts. */
export type BesideMapProps = {
  map: MapSource | null;
  sites: SiteView[];
  signUp: string | null;
  children: ReactNode;
};

/** The place stays empty when the map does not come: the list beside it says the same. */
const NoMap = () => null;
const SiteMap = lazy<ComponentType<SiteMapProps>>(() =>
  import('../site-map/site-map').catch(() => ({ default: NoMap })),
);

/** The list of a study's sites beside its map, if there is one. */
export function BesideMap({ map, sites, signUp, children }: BesideMapProps) {
  const isPlaced = sites.some(({ latitude }) => latitude !== null);
  if (map === null || !('nodes' in map || isPlaced)) {
    return children;
  }
  return (
    <div className="located">
      {'nodes' in map ? (
        <DrawnMap nodes={map.nodes} />
      ) : (
        <Suspense fallback={<div className="map__box" />}>
          <SiteMap sites={sites} signUp={signUp} basemap={map.basemap} />
        </Suspense>
      )}
      {children}
    </div>
  );
}
