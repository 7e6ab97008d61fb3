import { useState } from 'react';
import type { ChosenRecords } from '../wire/ChosenRecords';
import { idsOf, type ShownGroup } from './shown-record';

/** The number of groups of the API. The first four are always sent (E-115). */
const GROUPS = 10;

/** Selects records; each is included until it is left out. Ids are unique only within a group. */
export type Choice = {
  isChosen: (place: Place, id: string) => boolean;
  /** Includes these records of a group, or leaves them out. */
  put: (place: Place, ids: string[], isIn: boolean) => void;
  /** The included records, by group in the order of the API. */
  chosen: ChosenRecords;
  count: number;
  total: number;
  /** Applies what was left out in another tab. */
  takeOver: (leftOut: ChosenRecords) => void;
};

type Place = ShownGroup['place'];

const keyOf = (place: Place, id: string) => `${place}/${id}`;

/** Manages the selection of records, starting with those left out before. `onChange` receives each new selection. */
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
      const updated = new Set(leftOut);
      for (const id of ids) {
        isIn ? updated.delete(keyOf(place, id)) : updated.add(keyOf(place, id));
      }
      setLeftOut(updated);
      onChange(chosenOf(groups, updated));
    },
    chosen,
    count: chosen.flat().length,
    total: groups.flatMap(({ records }) => records.flatMap(idsOf)).length,
    takeOver: (elsewhere) => setLeftOut(keysOf(elsewhere)),
  };
}

const keysOf = (records: ChosenRecords): ReadonlySet<string> =>
  new Set(records.flatMap((group, place) => group.map(({ id }) => keyOf(place, id))));

/** The included records, by group in the order of the API, without empty groups at the end. */
function chosenOf(groups: ShownGroup[], leftOut: ReadonlySet<string>): ChosenRecords {
  const chosen: ChosenRecords = Array.from({ length: GROUPS }, () => []);
  for (const { place, records } of groups) {
    const ids = records.flatMap(idsOf).filter((id) => !leftOut.has(keyOf(place, id)));
    chosen[place] = ids.map((id) => ({ id }));
  }
  const last = chosen.findLastIndex((group) => group.length > 0);
  return chosen.slice(0, Math.max(last + 1, 4));
}
