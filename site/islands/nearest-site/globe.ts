/** A point on the globe, in degrees north and east. */
export type Coordinates = { latitude: number; longitude: number };

/** The mean radius of the Earth, in miles. */
const RADIUS = 3958.8;

/** The great-circle distance between two points, in miles. */
export function milesBetween(a: Coordinates, b: Coordinates): number {
  const [north, otherNorth] = [radians(a.latitude), radians(b.latitude)];
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const chord =
    half(a.latitude - b.latitude) + Math.cos(north) * Math.cos(otherNorth) * half(a.longitude - b.longitude);
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** A distance in words. Places are in the middle of their city, so less than a mile only says that the city is the same. */
export function distanceInWords(miles: number): string {
  if (miles === 0) {
    return 'in the same city';
  }
  return miles === 1 ? 'about 1 mile away' : `about ${miles} miles away`;
}
