import { expect, it } from 'vitest';
import { participantNumber } from './participant-number';

it.each(['PT7K3M9Q2X01D1', 'pt 7k3m-9q2x-oldi', '7K3M 9Q2X 01D1', 'PT\u20117K3M\u20119Q2X\u201101D1'])(
  '%s is read in any common spelling',
  (typed) => {
    expect(participantNumber(typed)).toEqual({
      grouped: 'PT 7K3M-9Q2X-01D1',
      spelled: 'P T, 7 K 3 M, 9 Q 2 X, 0 1 D 1',
    });
  },
);

it.each(['', 'PT', 'PT7K3M9Q2X01D', 'PT7K3M9Q2X01DU', 'XX7K3M9Q2X01D1', 'STU01009'])(
  '%s is not a participant ID',
  (typed) => {
    expect(participantNumber(typed)).toBeNull();
  },
);
