import { useState } from 'react';
import type { ChosenRecords } from '../wire/ChosenRecords';
import type { ShownGroup } from './record-fields';

const PLACES = [0, 1, 2, 3] as const;

/** Which records go along; each does until it is left out. Ids are those of one group, which another may have, too. */
export type Choice = {
  isChosen: (place: Place, id: string) => boolean;
  /** Takes these records of a group in, or leaves them out. */
  put: (place: Place, ids: string[], isIn: boolean) => void;
  /** The records that go along, by groups in the order of the wire. */
  chosen: ChosenRecords;
  count: number;
  total: number;
  /** Takes over what was left out in another tab. */
  takeOver: (leftOut: ChosenRecords) => void;
};

type Place = ShownGroup['place'];

const keyOf = (place: Place, id: string) => `${place}/${id}`;

/** Chooses among records, of which some were left out before; `onChange` is told of each new choice. */
export function useChoice(
  groups: ShownGroup[],
  before: ChosenRecords,
  onChange: (chosen: ChosenRecords) => void,
): Choice {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(() => keysOf(before));
  const chosen = chosenOf(groups, leftOut);
  return {
    isChosen: (place, id) => !leftOut.has(keyOf(place, id)),
    put: (place, ids, isIn) => {
      const after = new Set(leftOut);
      for (const id of ids) {
        isIn ? after.delete(keyOf(place, id)) : after.add(keyOf(place, id));
      }
      setLeftOut(after);
      onChange(chosenOf(groups, after));
    },
    chosen,
    count: chosen.flat().length,
    total: groups.flatMap(({ records }) => records).length,
    takeOver: (there) => setLeftOut(keysOf(there)),
  };
}

const keysOf = (records: ChosenRecords): ReadonlySet<string> =>
  new Set(PLACES.flatMap((place) => records[place].map(({ id }) => keyOf(place, id))));

/** The records that are not left out, by groups in the order of the wire. */
function chosenOf(groups: ShownGroup[], leftOut: ReadonlySet<string>): ChosenRecords {
  const of = (wanted: Place) =>
    groups
      .filter(({ place }) => place === wanted)
      .flatMap(({ records }) => records.map(({ id }) => ({ id })))
      .filter(({ id }) => !leftOut.has(keyOf(wanted, id)));
  return [of(0), of(1), of(2), of(3)];
}
