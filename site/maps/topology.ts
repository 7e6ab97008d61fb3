import { filter, filterAttachedWeight, presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { project } from './mercator.ts';

/** Shapes that share their borders, each kind under a name. */
export type Shapes<Name extends string> = Topology<Record<Name, GeometryCollection>>;

/** The shapes on the plane, without the corners and islands that span less than an area. */
export function onPlane<Name extends string>(shapes: Shapes<Name>, leastArea: number): Shapes<Name> {
  const { transform: _, ...plain } = shapes;
  const arcs = inDegrees(shapes).map((arc) => arc.map(([east, north]) => project(east, north)));
  const simple = simplify(presimplify({ ...plain, arcs }), leastArea);
  return filter(simple, filterAttachedWeight(simple, leastArea)) as Shapes<Name>;
}

/** The arcs in degrees; a packed file has steps of a grid instead. */
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
