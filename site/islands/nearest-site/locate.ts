import { BackendError, plainSentence } from '../backend/backend-error';
import { call } from '../backend/call';
import type { Coordinates } from './globe';

const UNKNOWN_PLACE = 'We don’t know this place. Try a city with its state or country, or a ZIP code.';

/** Finds a place by its city or ZIP code. */
export function locate(place: string): Promise<Coordinates> {
  return call({ path: `/backend/locations?${new URLSearchParams({ address: place })}`, read: readLocation });
}

/** Why a place could not be found. */
export function whyNotLocated(error: unknown): string {
  const isUnknown =
    error instanceof BackendError && error.failure.kind === 'problem' && error.failure.status === 404;
  return isUnknown ? UNKNOWN_PLACE : plainSentence(error);
}

function readLocation(answer: unknown): Coordinates | undefined {
  const { lat, lng } = (answer as { location?: { lat?: unknown; lng?: unknown } }).location ?? {};
  return typeof lat === 'number' && typeof lng === 'number' ? { latitude: lat, longitude: lng } : undefined;
}
