import { filter, filterAttachedWeight, presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { project } from './mercator.ts';

/** Shapes that share their borders, by kind. */
export type Shapes<Name extends string> = Topology<Record<Name, GeometryCollection>>;

/** The shapes on the plane, without corners and islands that are smaller than an area. */
export function onPlane<Name extends string>(shapes: Shapes<Name>, minArea: number): Shapes<Name> {
  const { transform: _, ...plain } = shapes;
  const arcs = inDegrees(shapes).map((arc) => arc.map(([east, north]) => project(east, north)));
  const simple = simplify(presimplify({ ...plain, arcs }), minArea);
  return filter(simple, filterAttachedWeight(simple, minArea)) as Shapes<Name>;
}

/** The arcs in degrees. A quantized file has grid steps instead. */
function inDegrees({ arcs, transform }: Topology): [number, number][][] {
  if (!transform) {
    return arcs as [number, number][][];
  }
  const { scale, translate } = transform;
  return arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([right = 0, up = 0]) => {
      x += right;
      y += up;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}
