import { type PlanePoint, project, WORLD } from '../../maps/mercator';

/** A position in degrees north and east. */
export type Coordinates = { latitude: number; longitude: number };

/** A section of the plane. It may extend past the edges of the world, where the world repeats. */
export type Crop = { left: number; top: number; width: number; height: number };

/** The smallest section: the map's own width at zoom level 4, and two thirds of that. */
export const MIN_SECTION = { width: 720, height: 480 };
/** The share of the section that the places may fill. The rest is margin for their markers. */
const MAX_FILL = { across: 0.7, down: 0.6 };

/** Projects the places so that those on both sides of an ocean are next to each other. */
export function onPlane(places: Coordinates[]): PlanePoint[] {
  const points = places.map(({ latitude, longitude }) => project(longitude, latitude));
  const first = afterWidestGap(points.map(([x]) => x).sort((a, b) => a - b));
  return points.map(([x, y]) => [x < first ? x + WORLD : x, y]);
}

/** The section around these points: in the shape of the map, and never closer than zoom level 4. */
export function sectionAround(points: PlanePoint[]): Crop {
  const [left, right] = extent(points.map(([x]) => x));
  const [top, bottom] = extent(points.map(([, y]) => y));
  const shape = MIN_SECTION.width / MIN_SECTION.height;
  const width = Math.max(
    MIN_SECTION.width,
    (right - left) / MAX_FILL.across,
    ((bottom - top) / MAX_FILL.down) * shape,
  );
  const height = width / shape;
  return { left: (left + right - width) / 2, top: (top + bottom - height) / 2, width, height };
}

/** The left edges of the worlds that the section overlaps. */
export function worldsOf({ left, width }: Crop): number[] {
  const worlds = [];
  for (let world = Math.floor(left / WORLD) * WORLD; world < left + width; world += WORLD) {
    worlds.push(world);
  }
  return worlds;
}

/** The first point after the widest gap. All points are read from there to the right. */
function afterWidestGap(across: number[]): number {
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
