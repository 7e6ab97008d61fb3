import { type PlanePoint, WORLD } from './mercator.ts';

/** How many steps the drawing's grid has for one unit of the plane. */
export const GRID = 2;

/** Rings and lines as the commands of one path, in whole steps of the grid. */
export function path(shapes: PlanePoint[][], closed: boolean): string {
  return shapes.map((points) => commands(points.map(onGrid), closed)).join('');
}

/** The stretches of rings along the edge of the world, where a shape is cut and nothing ends. */
export function alongEdge(rings: PlanePoint[][]): PlanePoint[][] {
  return rings.flatMap((ring) =>
    ring.flatMap((point, index) => {
      const before = ring[index - 1];
      return before && isOnEdge(before) && isOnEdge(point) ? [[before, point]] : [];
    }),
  );
}

function isOnEdge([x]: PlanePoint): boolean {
  return x < 0.01 || x > WORLD - 0.01;
}

function onGrid([x, y]: PlanePoint): PlanePoint {
  return [Math.round(x * GRID), Math.round(y * GRID)];
}

/** One move and one row of steps; points that fall together are one. */
function commands(points: PlanePoint[], closed: boolean): string {
  const steps: string[] = [];
  let [x, y] = points[0] ?? [0, 0];
  const start = `M${pair(x, y)}l`;
  for (const [nextX, nextY] of points) {
    if (nextX !== x || nextY !== y) {
      steps.push(pair(nextX - x, nextY - y));
      [x, y] = [nextX, nextY];
    }
  }
  if (closed) {
    steps.pop();
  }
  return steps.length < (closed ? 2 : 1) ? '' : `${start}${joined(steps)}${closed ? 'z' : ''}`;
}

function pair(x: number, y: number): string {
  return y < 0 ? `${x}${y}` : `${x} ${y}`;
}

/** Numbers side by side; a minus parts them as well as a space does. */
function joined(steps: string[]): string {
  return steps.join(' ').replaceAll(' -', '-');
}
