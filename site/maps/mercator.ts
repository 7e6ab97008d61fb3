/** A point of the plane: right and down from the upper left corner of the world. */
export type PlanePoint = [x: number, y: number];

/** How wide and high the whole world is: in pixels at zoom level 4 of Web Mercator, which the pages start with. */
export const WORLD = 4096;

/** Where the square of Web Mercator ends, in degrees north and south. */
const LAST_LATITUDE = 85.051_129;

/** Web Mercator, as `generator/src/render/map/mercator.rs` has it for the markers. */
export function project(longitude: number, latitude: number): PlanePoint {
  const kept = Math.min(Math.max(latitude, -LAST_LATITUDE), LAST_LATITUDE);
  const y = Math.asinh(Math.tan((kept * Math.PI) / 180)) / Math.PI;
  return [((longitude + 180) / 360) * WORLD, ((1 - y) / 2) * WORLD];
}
