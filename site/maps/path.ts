import { type PlanePoint, WORLD } from './mercator.ts';

/** How many steps the drawing's grid has for one unit of the plane. */
export const GRID = 2;

/** Rings and lines as the commands of one path, in whole steps of the grid. */
export function path(shapes: PlanePoint[][], closed: boolean): string {
  return shapes.map((points) => commands(points.map(onGrid), closed)).join('');
}

/**
 * Shapes that cross the date line, where their corners jump from one edge of the world to the other, as two each: one
 * reaches beyond the right edge, one beyond the left, and the drawing cuts off what is too much.
 */
export function acrossDateLine(shapes: PlanePoint[][]): PlanePoint[][] {
  return shapes.flatMap((shape) => {
    const whole = withoutJumps(shape);
    const across = whole.map(([x]) => x);
    const moved = (by: number) => whole.map(([x, y]): PlanePoint => [x + by, y]);
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
