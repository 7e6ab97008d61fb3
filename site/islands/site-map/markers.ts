/** A point of the map, as shares of its width and height. */
export type PicturePoint = { across: number; down: number };

/** A marker and the indexes of its places. */
export type Marker = { at: PicturePoint; places: number[] };

/** The size of a marker for one place or several, in pixels. */
export const MARKER = { one: 32, several: 72, height: 32 };
/** The minimum distance between markers, in pixels. */
const GAP = 5;

/** Groups points into markers that never overlap on a map of this width. */
export function markersOf(points: PicturePoint[], width: number): Marker[] {
  const room = { across: (MARKER.several + GAP) / width, down: ((MARKER.height + GAP) / width) * 1.5 };
  const markers: Marker[] = [];
  points.forEach((point, index) => {
    const near = markers.find(
      ({ at }) =>
        Math.abs(at.across - point.across) < room.across && Math.abs(at.down - point.down) < room.down,
    );
    if (near) {
      near.places.push(index);
    } else {
      markers.push({ at: point, places: [index] });
    }
  });
  return markers;
}
