import { type PlanePoint, project, WORLD } from '../../maps/mercator';

/** Where something is, in degrees to the north and to the east. */
export type Coordinates = { latitude: number; longitude: number };

/** A part of the plane; it may go beyond the edges of the world, where the world begins again. */
export type Crop = { left: number; top: number; width: number; height: number };

/** The least that a map shows: its own width at zoom level 4, and two thirds of that. */
const LEAST = { width: 720, height: 480 };
/** How much of what is shown the places may take up, across and down; the rest is margin for their markers. */
const FILLED = { across: 0.7, down: 0.6 };

/** The places on the plane, so that those on both sides of an ocean stand beside each other. */
export function onPlane(places: Coordinates[]): PlanePoint[] {
  const points = places.map(({ latitude, longitude }) => project(longitude, latitude));
  const first = behindTheWidestGap(points.map(([x]) => x).sort((one, other) => one - other));
  return points.map(([x, y]) => [x < first ? x + WORLD : x, y]);
}

/** The part around these points: never closer than zoom level 4, and in the shape of the map. */
export function around(points: PlanePoint[]): Crop {
  const [left, right] = extent(points.map(([x]) => x));
  const [top, bottom] = extent(points.map(([, y]) => y));
  const shape = LEAST.width / LEAST.height;
  const width = Math.max(LEAST.width, (right - left) / FILLED.across, ((bottom - top) / FILLED.down) * shape);
  const height = width / shape;
  return { left: (left + right - width) / 2, top: (top + bottom - height) / 2, width, height };
}

/** The left edges of the worlds of which the part shows something. */
export function worldsIn({ left, width }: Crop): number[] {
  const worlds = [];
  for (let world = Math.floor(left / WORLD) * WORLD; world < left + width; world += WORLD) {
    worlds.push(world);
  }
  return worlds;
}

/** The point behind the widest stretch without any point, from which on all of them are read to the right. */
function behindTheWidestGap(across: number[]): number {
  let widest = (across[0] ?? 0) + WORLD - (across.at(-1) ?? 0);
  let first = 0;
  across.forEach((x, index) => {
    const gap = x - (across[index - 1] ?? x);
    if (gap > widest) {
      widest = gap;
      first = x;
    }
  });
  return first;
}

function extent(values: number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
