import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type PlanePoint, WORLD } from '../../maps/mercator';
import { mount } from '../nearest-site/nearest-site';
import type { SiteView } from '../wire/SiteView';
import { actionOfKey } from './map-actions';
import { MapControls } from './map-controls';
import { Panel } from './map-panel';
import { type MapPlace, placesOf } from './map-place';
import {
  cropOf,
  isInView,
  type MapAction,
  type MapBounds,
  sectionAfter,
  sectionOn,
  sectionText,
  startSection,
} from './map-section';
import { MapMarker } from './marker';
import { markersOf } from './markers';
import { type Crop, MIN_SECTION, onPlane, sectionAround, worldsOf } from './plane';

/** The width of the narrowest map, in pixels. */
const MIN_WIDTH = 276;

/** Sites, at least one of them with coordinates, the sign-up address, and the basemap. */
export type SiteMapProps = { sites: SiteView[]; signUp: string | null; basemap: string };

/** The map of a study whose page was built without it. The server draws the same map into other pages. */
export default function SiteMap({ sites, signUp, basemap }: SiteMapProps) {
  const places = useMemo(() => placesOf(sites, signUp), [sites, signUp]);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const bounds = useMemo(() => boundsOf(places), [places]);
  const [section, setSection] = useState(() => startSection(bounds));
  const [status, setStatus] = useState('');
  const crop = cropOf(section, bounds);
  const dots = dotsIn(crop, bounds.sites);
  const groups = markersOf(dots, width).map(({ at, places: own }) => ({
    at,
    own: own.flatMap((index) => places[index] ?? []),
  }));

  const act = (action: MapAction) => {
    const next = sectionAfter(section, action, bounds);
    setSection(next);
    setStatus(sectionText(next, bounds));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOfKey(event);
    if (action) {
      event.preventDefault();
      act(action);
    }
  };
  const showMarker = ({ target }: FocusEvent<SVGElement>) => {
    const number = Number(/-(\d+)$/.exec(target.getAttribute('href') ?? '')?.[1]);
    const site = bounds.sites[places.findIndex((place) => place.number === number)];
    // The browser may have scrolled the box toward a marker out of view.
    box.current?.scrollTo(0, 0);
    if (site && !isInView(site, section, bounds)) {
      setSection(sectionOn(site, section));
    }
  };
  return (
    <div className="map map--beside" id="map">
      <figure onKeyDown={onKeyDown}>
        <div className="map__box" ref={box}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not an image */}
          <svg
            className="map__picture"
            role="group"
            aria-label={summary(places)}
            focusable="false"
            onFocus={showMarker}
          >
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
        <MapControls status={status} onAction={act} />
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

/** The places on the plane, and the section around them. */
function boundsOf(places: MapPlace[]): MapBounds {
  const sites = onPlane(places);
  const shown = { across: 1, down: 1 };
  return { fullWidth: MIN_SECTION.width, all: sectionAround(sites), sites, shown };
}

/** The positions of points in a section. */
function dotsIn(crop: Crop, points: PlanePoint[]) {
  return points.map(([x, y]) => ({
    across: (x - crop.left) / crop.width,
    down: (y - crop.top) / crop.height,
  }));
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
