import type { MouseEvent } from 'react';
import { StatusMark } from '../parts/status-mark';
import type { MapPlace } from './map-place';
import { panelId } from './marker';

/** The panel of a marker's places. */
export function Panel({ places }: { places: MapPlace[] }) {
  const [first] = places;
  if (!first) {
    return null;
  }
  return (
    <div className="map__group" id={panelId(places)} tabIndex={-1}>
      {places.length === 1 ? <OnePlace place={first} /> : <PlacesNear first={first} places={places} />}
    </div>
  );
}

function OnePlace({ place }: { place: MapPlace }) {
  return (
    <>
      <p className="map__group-title">
        {place.number}. {place.title}
      </p>
      <p>{place.address}</p>
      <p>
        <StatusMark status={place.status} />
      </p>
      <p className="map__group-links">
        {place.sign_up !== null && (
          <a className="button button--small" href={place.sign_up}>
            Sign Up<span className="visually-hidden"> at {place.title}</span>
          </a>
        )}{' '}
        <a className="button button--quiet button--small" href={`#site-${place.number}`} onClick={unfold}>
          See It in the List
        </a>{' '}
        <a className="button button--quiet button--small" href="#map">
          Close
        </a>
      </p>
    </>
  );
}

function PlacesNear({ first, places }: { first: MapPlace; places: MapPlace[] }) {
  return (
    <>
      <p className="map__group-title">
        {places.length} sites near {first.name}
      </p>
      <ol className="map__group-list">
        {places.map(({ number, name, status }) => (
          <li key={number}>
            <a href={`#site-${number}`} onClick={unfold}>
              {number}. {name}
            </a>{' '}
            <StatusMark status={status} />
          </li>
        ))}
      </ol>
      <a className="button button--quiet button--small" href="#map">
        Close
      </a>
    </>
  );
}

/** Opens a folded part of the list, so that the link has a visible target in every browser. */
function unfold({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  const folded = document.querySelector(currentTarget.hash)?.closest('details');
  if (folded) {
    folded.open = true;
  }
}
