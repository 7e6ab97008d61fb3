// @vitest-environment node
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { basemap } from '../maps/basemap.ts';
import { project, WORLD } from '../maps/mercator.ts';
import { acrossDateLine, GRID, path } from '../maps/path.ts';

describe('the plane', () => {
  test('has the intersection of equator and prime meridian in its center', () => {
    expect(project(0, 0)).toEqual([WORLD / 2, WORLD / 2]);
  });

  test.each([
    ['Los Angeles', -118.2437, 34.0522, 702.6, 1635.6],
    ['London', -0.1276, 51.5072, 2046.5, 1362.0],
    ['Sydney', 151.2093, -33.8688, 3768.4, 2457.8],
  ])('has %s where other maps of zoom level 4 have it', (_, longitude, latitude, x, y) => {
    const [right, down] = project(longitude, latitude);
    expect(right).toBeCloseTo(x, 0);
    expect(down).toBeCloseTo(y, 0);
  });

  test('ends at its square, even at the poles', () => {
    expect(project(180, -90)).toEqual([WORLD, expect.closeTo(WORLD, 3)]);
    expect(project(-180, 90)).toEqual([0, expect.closeTo(0, 3)]);
  });
});

describe('a path', () => {
  test('has whole steps and omits coinciding points', () => {
    const ring: [number, number][] = [
      [1, 1],
      [1.1, 1.1],
      [3, 1],
      [3, 0],
      [1, 1],
    ];
    expect(path([ring], true)).toBe('M2 2l4 0 0-2z');
    expect(path([ring.slice(0, 2)], false)).toBe('');
  });

  test('is repeated on both edges where a shape crosses the date line', () => {
    const ring: [number, number][] = [
      [WORLD - 10, 900],
      [10, 900],
      [10, 950],
      [WORLD - 10, 900],
    ];
    expect(acrossDateLine([ring]).map((shape) => shape.map(([x]) => x))).toEqual([
      [WORLD - 10, WORLD + 10, WORLD + 10, WORLD - 10],
      [-10, 10, 10, -10],
    ]);
    expect(acrossDateLine([ring.slice(1, 3)])).toEqual([ring.slice(1, 3)]);
  });
});

describe('the basemap', () => {
  const drawing = basemap();

  test('has at most 45 kB when compressed', () => {
    expect(gzipSync(drawing, { level: 9 }).length).toBeLessThan(45_000);
  });

  test('is deterministic and runs no script', () => {
    expect(basemap()).toBe(drawing);
    expect(drawing).not.toMatch(/<script|style=|href/);
  });

  test('has no line across the world', () => {
    const steps = [...drawing.matchAll(/[l ](-?\d+)[ ]?(-?\d+)/g)].map(([, across]) =>
      Math.abs(Number(across)),
    );
    expect(steps.length).toBeGreaterThan(3000);
    expect(Math.max(...steps)).toBeLessThan((WORLD * GRID) / 10);
  });
});
