/** A point of the plane: right and down from the upper left corner of the world. */
export type PlanePoint = [x: number, y: number];

/** The width and height of the world, in pixels at zoom level 4 of Web Mercator, where the pages start. */
export const WORLD = 4096;

/** The limit of Web Mercator's square, in degrees north and south. */
const MAX_LATITUDE = 85.051_129;

/** Web Mercator. `generator/src/map/mercator.rs` uses the same projection for the markers. */
export function project(longitude: number, latitude: number): PlanePoint {
  const clamped = Math.min(Math.max(latitude, -MAX_LATITUDE), MAX_LATITUDE);
  const y = Math.asinh(Math.tan((clamped * Math.PI) / 180)) / Math.PI;
  return [((longitude + 180) / 360) * WORLD, ((1 - y) / 2) * WORLD];
}
