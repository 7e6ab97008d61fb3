// @vitest-environment node
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { basemap } from '../maps/basemap.ts';
import { project, WORLD } from '../maps/mercator.ts';
import { alongEdge, path } from '../maps/path.ts';

describe('the plane', () => {
  test('has the meeting of equator and prime meridian in its middle', () => {
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

  test('ends at its square, at the poles too', () => {
    expect(project(180, -90)).toEqual([WORLD, expect.closeTo(WORLD, 3)]);
    expect(project(-180, 90)).toEqual([0, expect.closeTo(0, 3)]);
  });
});

describe('a path', () => {
  test('goes in whole steps and leaves out points that fall together', () => {
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

  test('knows where a shape is cut at the edge of the world', () => {
    const ring: [number, number][] = [
      [WORLD, 900],
      [WORLD, 950],
      [4000, 950],
      [WORLD, 900],
    ];
    expect(alongEdge([ring])).toEqual([ring.slice(0, 2)]);
  });
});

describe('the basemap', () => {
  const drawing = basemap();

  test('weighs at most 45 kB on the way', () => {
    expect(gzipSync(drawing, { level: 9 }).length).toBeLessThan(45_000);
  });

  test('is the same each time, and runs nothing', () => {
    expect(basemap()).toBe(drawing);
    expect(drawing).not.toMatch(/<script|style=|href/);
  });

  test('stays on the world', () => {
    const viewBox = /viewBox="0 0 (\d+) \1"/.exec(drawing);
    const size = Number(viewBox?.[1]);
    const starts = [...drawing.matchAll(/M(-?\d+)[ ]?(-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(starts.length).toBeGreaterThan(300);
    expect(starts.flat().every((at) => at >= 0 && at <= size)).toBe(true);
  });
});
