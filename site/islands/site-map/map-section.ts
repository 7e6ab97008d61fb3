import type { PlanePoint } from '../../maps/mercator';
import type { Crop } from './plane';

/** The zoom level at which a map starts, and the closest one. Each level shows half the width of the one before. */
export const START_LEVEL = 4;
const CLOSEST_LEVEL = 7;
/** The widest level that every map offers. A map whose sites need more shows as much as they need. */
const WIDEST_LEVEL = 2;
/** The share of the visible part by which a map moves. */
const STEP = 1 / 3;

/** The section of the plane that a map shows: its center and its width. */
export type Section = { x: number; y: number; width: number };

/** What bounds the sections of a map. */
export type MapBounds = {
  /** The width of the whole map at the start level. */
  fullWidth: number;
  /** The section that contains all sites. */
  all: Crop;
  sites: PlanePoint[];
  /** The shares of the picture that this screen shows, around its center. */
  shown: { across: number; down: number };
};

/** What a visitor can do with a map. */
export type MapAction = 'zoom in' | 'zoom out' | 'all' | 'west' | 'east' | 'north' | 'south';

const DIRECTIONS = { west: [-1, 0], east: [1, 0], north: [0, -1], south: [0, 1] } as const;

/** The section of a map at the start: zoom level 4, where most sites are. */
export function startSection(bounds: MapBounds): Section {
  const middle = { ...middleOf(bounds.all), width: bounds.fullWidth };
  const around = bounds.sites.map(([x, y]) => ({ x, y, width: bounds.fullWidth }));
  return [middle, ...around].reduce((best, next) =>
    sitesInView(next, bounds) > sitesInView(best, bounds) ? next : best,
  );
}

/** The section after an action. It is the same section if the map can't go farther. */
export function sectionAfter(section: Section, action: MapAction, bounds: MapBounds): Section {
  const { fullWidth, all } = bounds;
  switch (action) {
    case 'all':
      return { ...middleOf(all), width: all.width };
    case 'zoom in': {
      const next = Math.floor(levelOf(section, bounds) + 1 + 1e-6);
      return {
        ...section,
        width: Math.min(section.width, widthAt(Math.min(next, CLOSEST_LEVEL), fullWidth)),
      };
    }
    case 'zoom out': {
      const widest = Math.max(all.width, widthAt(WIDEST_LEVEL, fullWidth));
      return { ...section, width: Math.min(section.width * 2, widest) };
    }
    default: {
      const [right, down] = DIRECTIONS[action];
      const { width, height } = visibleSize(section, bounds);
      return within(bounds, {
        ...section,
        x: section.x + right * width * STEP,
        y: section.y + down * height * STEP,
      });
    }
  }
}

/** The section with a point in its middle. */
export function sectionOn([x, y]: PlanePoint, section: Section): Section {
  return { ...section, x, y };
}

/** The part of the plane that the whole picture shows. */
export function cropOf({ x, y, width }: Section, { all }: MapBounds): Crop {
  const height = (width * all.height) / all.width;
  return { left: x - width / 2, top: y - height / 2, width, height };
}

/** Whether a point is in view. */
export function isInView([x, y]: PlanePoint, section: Section, bounds: MapBounds): boolean {
  const { width, height } = visibleSize(section, bounds);
  return Math.abs(x - section.x) <= width / 2 && Math.abs(y - section.y) <= height / 2;
}

/** A section in words, for a status message. */
export function sectionText(section: Section, bounds: MapBounds): string {
  const level = Math.round(levelOf(section, bounds) * 10) / 10;
  const count = sitesInView(section, bounds);
  return `Zoom level ${level}. ${count} of ${bounds.sites.length} ${bounds.sites.length === 1 ? 'site' : 'sites'} in view.`;
}

function sitesInView(section: Section, bounds: MapBounds): number {
  return bounds.sites.filter((site) => isInView(site, section, bounds)).length;
}

function visibleSize(section: Section, bounds: MapBounds): { width: number; height: number } {
  const { width, height } = cropOf(section, bounds);
  return { width: width * bounds.shown.across, height: height * bounds.shown.down };
}

/** Keeps the middle of a section among the sites, because there is nothing to see beyond. */
function within({ all }: MapBounds, section: Section): Section {
  const between = (value: number, start: number, length: number) =>
    Math.min(Math.max(value, start), start + length);
  return {
    ...section,
    x: between(section.x, all.left, all.width),
    y: between(section.y, all.top, all.height),
  };
}

function levelOf({ width }: Section, { fullWidth }: MapBounds): number {
  return START_LEVEL - Math.log2(width / fullWidth);
}

function widthAt(level: number, fullWidth: number): number {
  return fullWidth * 2 ** (START_LEVEL - level);
}

function middleOf({ left, top, width, height }: Crop): { x: number; y: number } {
  return { x: left + width / 2, y: top + height / 2 };
}
