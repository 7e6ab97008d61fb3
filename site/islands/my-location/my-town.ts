import { BackendError, plainSentence } from '../backend/backend-error';
import { call } from '../backend/call';
import type { PositionRequest } from '../wire/PositionRequest';

const TYPE_INSTEAD = 'Type a city or ZIP code instead.';
const DENIED = `Your browser doesn’t share your location with this page. ${TYPE_INSTEAD}`;
const NOT_FOUND = `We couldn’t find your location. ${TYPE_INSTEAD}`;
const NO_TOWN = `We don’t know a town near you. ${TYPE_INSTEAD}`;

/** How long the browser may take, in milliseconds. */
const LIMIT = 10_000;
/** How old a known position may be, in milliseconds. */
const MAX_AGE = 600_000;

/** The nearest town, or why there is none. */
export type MyTown = { town: string } | { problem: string };

/**
 * Asks the browser for the visitor's position, and the server for the town nearest to it. Only a position rounded to a
 * tenth of a degree is sent, about 7 miles. Nothing is stored.
 */
export async function myTown(): Promise<MyTown> {
  try {
    const { latitude, longitude } = await position();
    const body: PositionRequest = { lat: rounded(latitude), lng: rounded(longitude) };
    return { town: await call({ path: '/backend/locations', body, read: readTown }) };
  } catch (error) {
    return { problem: whyNot(error) };
  }
}

function position(): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), reject, {
      enableHighAccuracy: false,
      timeout: LIMIT,
      maximumAge: MAX_AGE,
    });
  });
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}

function readTown(answer: unknown): string | undefined {
  const { formatted_address: town } = answer as { formatted_address?: unknown };
  return typeof town === 'string' ? town : undefined;
}

function whyNot(error: unknown): string {
  if (!(error instanceof BackendError)) {
    // The browser's own error: 1 is a denied permission.
    return (error as { code?: unknown }).code === 1 ? DENIED : NOT_FOUND;
  }
  const isFarAway = error.failure.kind === 'problem' && error.failure.status === 404;
  return isFarAway ? NO_TOWN : plainSentence(error);
}
