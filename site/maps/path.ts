import { type PlanePoint, WORLD } from './mercator.ts';

/** The number of grid steps per unit of the plane. */
export const GRID = 2;

/** Converts rings and lines to the commands of one path, in whole steps of the grid. */
export function path(shapes: PlanePoint[][], closed: boolean): string {
  return shapes.map((points) => commands(points.map(onGrid), closed)).join('');
}

/**
 * Duplicates shapes that cross the date line, where their corners jump from one edge of the world to the other: one copy
 * extends past the right edge, one past the left, and the drawing clips them.
 */
export function acrossDateLine(shapes: PlanePoint[][]): PlanePoint[][] {
  return shapes.flatMap((shape) => {
    const whole = withoutJumps(shape);
    const across = whole.map(([x]) => x);
    const moved = (distance: number) => whole.map(([x, y]): PlanePoint => [x + distance, y]);
    const beyondLeft = Math.min(...across) < 0 ? [moved(WORLD)] : [];
    const beyondRight = Math.max(...across) > WORLD ? [moved(-WORLD)] : [];
    return [whole, ...beyondLeft, ...beyondRight];
  });
}

function withoutJumps(shape: PlanePoint[]): PlanePoint[] {
  let moved = 0;
  return shape.map(([x, y], index) => {
    const step = x - (shape[index - 1]?.[0] ?? x);
    if (Math.abs(step) > WORLD / 2) {
      moved -= Math.sign(step) * WORLD;
    }
    return [x + moved, y];
  });
}

function onGrid([x, y]: PlanePoint): PlanePoint {
  return [Math.round(x * GRID), Math.round(y * GRID)];
}

/** One move and one row of steps. Coinciding points are merged. */
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

/** Joins numbers. A minus separates them as well as a space. */
function joined(steps: string[]): string {
  return steps.join(' ').replaceAll(' -', '-');
}
