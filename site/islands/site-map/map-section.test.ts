import { describe, expect, it } from 'vitest';
import {
  cropOf,
  isInView,
  type MapAction,
  type MapBounds,
  type Section,
  sectionAfter,
  sectionOn,
  sectionText,
  startSection,
} from './map-section';
import { onPlane, sectionAround } from './plane';

const CLEVELAND = { latitude: 41.5, longitude: -81.69 };
const YORK = { latitude: 39.96, longitude: -76.73 };
const TOKYO = { latitude: 35.68, longitude: 139.69 };
const HONOLULU = { latitude: 21.31, longitude: -157.86 };

function boundsOf(places: { latitude: number; longitude: number }[], across = 1): MapBounds {
  const sites = onPlane(places);
  return { fullWidth: 720, all: sectionAround(sites), sites, shown: { across, down: 1 } };
}

function sectionIn(bounds: MapBounds, ...actions: MapAction[]): Section {
  return actions.reduce((section, action) => sectionAfter(section, action, bounds), startSection(bounds));
}

describe('a map', () => {
  it.each([
    ['one site', [CLEVELAND], 1],
    ['sites of one region', [CLEVELAND, YORK], 2],
    ['sites on both sides of an ocean', [TOKYO, CLEVELAND, YORK], 2],
    ['sites far from most others', [HONOLULU, CLEVELAND, TOKYO, YORK], 2],
  ])('starts at zoom level 4, where most sites are: %s', (_, places, inView) => {
    const bounds = boundsOf(places);
    const start = startSection(bounds);
    expect(cropOf(start, bounds)).toMatchObject({ width: 720, height: 480 });
    expect(sectionText(start, bounds)).toMatch(new RegExp(`^Zoom level 4\\. ${inView} of ${places.length} `));
  });

  it('starts around all sites if it has room for them', () => {
    const bounds = boundsOf([CLEVELAND, YORK]);
    expect(cropOf(startSection(bounds), bounds)).toEqual(bounds.all);
  });

  it('zooms by one level, and no closer than level 7', () => {
    const bounds = boundsOf([CLEVELAND]);
    expect(sectionIn(bounds, 'zoom in').width).toBe(360);
    expect(sectionIn(bounds, ...Array<MapAction>(9).fill('zoom in')).width).toBe(90);
    expect(sectionIn(bounds, 'zoom in', 'zoom out')).toEqual(startSection(bounds));
  });

  it('zooms out to level 2, or to all sites', () => {
    const far = Array<MapAction>(9).fill('zoom out');
    expect(sectionIn(boundsOf([CLEVELAND]), ...far).width).toBe(2880);
    const spread = boundsOf([TOKYO, CLEVELAND, { latitude: -33, longitude: 18 }]);
    expect(sectionIn(spread, ...far).width).toBe(Math.max(2880, spread.all.width));
    expect(sectionIn(spread, 'all', 'zoom in').width).toBeLessThan(spread.all.width);
  });

  it('shows all sites on request', () => {
    const bounds = boundsOf([TOKYO, CLEVELAND, YORK]);
    const all = sectionIn(bounds, 'zoom in', 'all');
    expect(bounds.sites.every((site) => isInView(site, all, bounds))).toBe(true);
  });

  it('moves by a third of what is visible, and not away from the sites', () => {
    const bounds = boundsOf([TOKYO, CLEVELAND], 0.5);
    const start = startSection(bounds);
    expect(sectionIn(bounds, 'west').x).toBeCloseTo(Math.max(bounds.all.left, start.x - 120));
    const east = sectionIn(bounds, ...Array<MapAction>(99).fill('east'));
    expect(east.x).toBe(bounds.all.left + bounds.all.width);
    expect(sectionIn(bounds, 'south').y).toBeGreaterThan(start.y);
    expect(sectionIn(bounds, 'south', 'north').y).toBeCloseTo(start.y);
  });

  it('shows a site that was out of view', () => {
    const bounds = boundsOf([TOKYO, CLEVELAND, YORK]);
    const [tokyo] = bounds.sites;
    const start = startSection(bounds);
    expect(tokyo && isInView(tokyo, start, bounds)).toBe(false);
    expect(tokyo && isInView(tokyo, sectionOn(tokyo, start), bounds)).toBe(true);
  });
});
