/** A point of the picture: shares of its width and height. */
export type PicturePoint = { across: number; down: number };

/** A marker with the places that it stands for, by their index. */
export type Marker = { at: PicturePoint; places: number[] };

/** How large a marker is, in pixels, that stands for one place or for several. */
export const MARKER = { one: 32, several: 72, height: 32 };
/** What markers keep between them. */
const GAP = 5;

/** Markers that never cover one another in a picture of this width; places that are too close share one. */
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
