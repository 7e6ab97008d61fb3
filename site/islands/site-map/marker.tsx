import type { MapPlace } from './map-place';
import { MARKER, type PicturePoint } from './markers';

/** The most places that the name of a count contains. */
const MAX_NAMED = 5;

/** A numbered marker of one place, or a count of several. It links to their panel. */
export function MapMarker({ at, places }: { at: PicturePoint; places: MapPlace[] }) {
  const [first] = places;
  if (!first) {
    return null;
  }
  const isSingle = places.length === 1;
  const width = isSingle ? MARKER.one : MARKER.several;
  const [x, y] = [-width / 2, -MARKER.height / 2];
  const tone = isSingle ? first.status.tone : 'several';
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the link in it has a name
    <svg className="map__place" x={`${at.across * 100}%`} y={`${at.down * 100}%`}>
      <a
        className="map__marker"
        href={`#${panelId(places)}`}
        aria-label={
          isSingle
            ? `Site ${first.number}: ${first.title}, ${first.name}. ${first.status.label}`
            : `${places.length} sites near ${first.name}: ${members(places)}`
        }
      >
        <rect
          className="map__ring"
          x={x - 5}
          y={y - 5}
          width={width + 10}
          height={MARKER.height + 10}
          rx={20}
        />
        <rect
          className={`map__shape map__shape--${tone}`}
          x={x}
          y={y}
          width={width}
          height={MARKER.height}
          rx={MARKER.height / (tone === 'closed' ? 6 : 2)}
        />
        <text className={`map__text map__text--${tone}`} x={0} y={0} dy=".35em">
          {isSingle ? first.number : `${places.length} sites`}
        </text>
      </a>
    </svg>
  );
}

/** Names the first places of a count. Its panel lists all of them. */
function members(places: MapPlace[]): string {
  const named = places.slice(0, MAX_NAMED).map(({ number, title }) => `${number}. ${title}`);
  const rest = places.length - named.length;
  return [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/** The id of the panel of a marker's places. */
export function panelId(places: MapPlace[]): string {
  return `${places.length === 1 ? 'place' : 'near'}-${places[0]?.number}`;
}
