import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { WORLD } from '../../maps/mercator';
import { mount } from '../nearest-site/nearest-site';
import type { SiteView } from '../wire/SiteView';
import { Panel } from './map-panel';
import { type MapPlace, placesOf } from './map-place';
import { MapMarker } from './marker';
import { markersOf } from './markers';
import { onPlane, sectionAround, worldsOf } from './plane';

/** The width of the narrowest map, in pixels. */
const MIN_WIDTH = 276;

/** Sites, at least one of them with coordinates, the sign-up address, and the basemap. */
export type SiteMapProps = { sites: SiteView[]; signUp: string | null; basemap: string };

/** The map of a study whose page was built without it. The server draws the same map into other pages. */
export default function SiteMap({ sites, signUp, basemap }: SiteMapProps) {
  const places = useMemo(() => placesOf(sites, signUp), [sites, signUp]);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { crop, dots } = useMemo(() => layout(places), [places]);
  const groups = markersOf(dots, width).map(({ at, places: own }) => ({
    at,
    own: own.flatMap((index) => places[index] ?? []),
  }));
  return (
    <div className="map map--beside" id="map">
      <figure>
        <div className="map__box" ref={box}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not an image */}
          <svg className="map__picture" role="group" aria-label={summary(places)} focusable="false">
            <svg
              className="map__ground"
              viewBox={`${crop.left} ${crop.top} ${crop.width} ${crop.height}`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              {worldsOf(crop).map((left) => (
                <image href={basemap} x={left} y={0} width={WORLD} height={WORLD} key={left} />
              ))}
            </svg>
            {dots.map(({ across, down }, index) => (
              <circle
                className="map__dot"
                cx={`${across * 100}%`}
                cy={`${down * 100}%`}
                r={3.5}
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
                key={index}
              />
            ))}
            {groups.map(({ at, own }) => (
              <MapMarker at={at} places={own} key={own[0]?.number} />
            ))}
          </svg>
        </div>
        <figcaption className="map__caption">
          <Legend places={places} />
          <p>
            Each number opens what is known of its site.
            {groups.length < places.length &&
              ' Where sites are close together, their count opens a list of them.'}
          </p>
        </figcaption>
      </figure>
      <NearestSite places={places} />
      {groups.map(({ own }) => (
        <Panel places={own} key={own[0]?.number} />
      ))}
    </div>
  );
}

/** The section around the places, and their positions in it. */
function layout(places: MapPlace[]) {
  const points = onPlane(places);
  const crop = sectionAround(points);
  const dots = points.map(([x, y]) => ({
    across: (x - crop.left) / crop.width,
    down: (y - crop.top) / crop.height,
  }));
  return { crop, dots };
}

/** The width of the map on this screen. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(MIN_WIDTH);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(MIN_WIDTH, box.current?.clientWidth ?? 0));
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [box]);
  return width;
}

function Legend({ places }: { places: MapPlace[] }) {
  const tones = [...new Set(places.map(({ status }) => status.tone))];
  const labels = (tone: string) => [
    ...new Set(places.filter(({ status }) => status.tone === tone).map(({ status }) => status.label)),
  ];
  return (
    <ul className="map__legend">
      {tones.map((tone) => (
        <li className="map__status" key={tone}>
          <svg
            className="map__sample"
            viewBox="0 0 22 22"
            width={22}
            height={22}
            aria-hidden="true"
            focusable="false"
          >
            <rect
              className={`map__shape map__shape--${tone}`}
              x={2}
              y={2}
              width={18}
              height={18}
              rx={tone === 'closed' ? 3 : 9}
            />
          </svg>
          {labels(tone).join(' · ')}
        </li>
      ))}
    </ul>
  );
}

/** A form that finds the nearest open site; renders nothing with fewer than two. */
function NearestSite({ places }: { places: MapPlace[] }) {
  const form = useRef<HTMLFormElement>(null);
  const open = places.filter(({ status }) => status.tone !== 'closed');
  useEffect(() => {
    if (form.current) {
      mount(form.current);
    }
  }, []);
  if (open.length < 2) {
    return null;
  }
  const candidates = open.map(({ number, name, sign_up, latitude, longitude }) => ({
    number,
    name,
    sign_up,
    latitude,
    longitude,
  }));
  return (
    <form className="nearest" data-sites={JSON.stringify(candidates)} ref={form}>
      <label className="field__label" htmlFor="nearest-place">
        City or ZIP Code
      </label>
      <div className="nearest__row">
        <input className="input" id="nearest-place" name="place" type="text" autoComplete="postal-code" />
        <button className="button button--quiet" type="submit">
          Find the Nearest Site
        </button>
      </div>
      <p className="nearest__answer" role="status" />
    </form>
  );
}

function summary(places: MapPlace[]): string {
  const [first] = places;
  return places.length === 1
    ? `Map with one site: ${first?.name}.`
    : `Map of ${places.length} sites. The list says the same.`;
}
