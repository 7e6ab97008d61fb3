import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon } from 'geojson';
import { merge, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import { GREAT_LAKES, LAKE_ISLANDS } from './great-lakes.ts';
import { type PlanePoint, project, WORLD } from './mercator.ts';
import { acrossDateLine, GRID, path } from './path.ts';
import { onPlane, type Shapes } from './topology.ts';

/** Corners that change less than this area of the plane are removed. Fewer are removed where most sites are. */
const MIN_AREA = { world: 3, states: 1.2 };
/** The United States, drawn from a separate file, and Antarctica, which has no studies. */
const EXCLUDED = ['840', '010'];
const HAIRLINE = GRID;

const COLORS = { water: '#faf8f4', land: '#efebe2', coast: '#b9b6a8', border: '#b9b6a8', state: '#d3cfc2' };

/** The world with its countries and the states of the United States, in Web Mercator, as SVG. */
export function basemap(): string {
  const world = onPlane(read<'countries'>('world-atlas/countries-50m.json'), MIN_AREA.world);
  const nation = onPlane(read<'states'>('us-atlas/states-10m.json'), MIN_AREA.states);
  const abroad = world.objects.countries.geometries.filter(({ id }) => !EXCLUDED.includes(`${id}`));
  const states = nation.objects.states.geometries;
  const size = WORLD * GRID;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${WORLD}" height="${WORLD}">`,
    `<path fill="${COLORS.water}" d="M0 0h${size}v${size}H0z"/>`,
    `<g stroke="${COLORS.coast}" stroke-width="${HAIRLINE}" stroke-linejoin="round">`,
    filled(COLORS.land, rings(merge(world, polygons(abroad)))),
    filled(COLORS.water, GREAT_LAKES.map(onMap)),
    filled(COLORS.land, LAKE_ISLANDS.map(onMap)),
    filled(COLORS.land, rings(merge(nation, polygons(states)))),
    '</g>',
    `<g fill="none" stroke-width="${HAIRLINE}">`,
    drawn(COLORS.border, between(world, abroad)),
    drawn(COLORS.state, between(nation, states)),
    '</g></svg>\n',
  ].join('');
}

function read<Name extends string>(file: string): Shapes<Name> {
  return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(file), 'utf8'));
}

function between(shapes: Topology, geometries: GeometryObject[]): PlanePoint[][] {
  const collection: GeometryCollection = { type: 'GeometryCollection', geometries };
  return acrossDateLine(mesh(shapes, collection, (a, b) => a !== b).coordinates as PlanePoint[][]);
}

function polygons(geometries: GeometryObject[]) {
  return geometries.filter((shape) => shape.type === 'Polygon' || shape.type === 'MultiPolygon');
}

function rings({ coordinates }: MultiPolygon): PlanePoint[][] {
  return acrossDateLine(coordinates.flatMap((polygon: Polygon['coordinates']) => polygon as PlanePoint[][]));
}

function onMap(shore: [number, number][]): PlanePoint[] {
  const points = shore.map(([longitude, latitude]) => project(longitude, latitude));
  return [...points, ...points.slice(0, 1)];
}

function filled(color: string, shapes: PlanePoint[][]): string {
  return `<path fill="${color}" d="${path(shapes, true)}"/>`;
}

function drawn(color: string, lines: PlanePoint[][]): string {
  return `<path stroke="${color}" d="${path(lines, false)}"/>`;
}
