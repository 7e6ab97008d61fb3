/** A point on the globe, in degrees to the north and to the east. */
export type Coordinates = { latitude: number; longitude: number };

/** The mean radius of the Earth, in miles. */
const RADIUS = 3958.8;

/** How far two points are from each other on the globe, in miles. */
export function milesBetween(one: Coordinates, other: Coordinates): number {
  const [north, otherNorth] = [radians(one.latitude), radians(other.latitude)];
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const chord =
    half(one.latitude - other.latitude) +
    Math.cos(north) * Math.cos(otherNorth) * half(one.longitude - other.longitude);
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
