import { afterEach, expect, test } from 'vitest';
import { showByChance } from './chance';

afterEach(() => {
  document.body.replaceChildren();
});

function shownOfFive(most: number, random: () => number) {
  document.body.innerHTML = `<ul data-shown-by-chance="${most}">${'<li>one</li>'.repeat(5)}</ul>`;
  showByChance(random);
  return [...document.querySelectorAll<HTMLElement>('li')].map((entry) => !entry.hidden);
}

test('shows as many entries as the list asks for', () => {
  expect(shownOfFive(3, () => 0)).toEqual([true, true, true, false, false]);
  expect(shownOfFive(3, () => 0.999)).toEqual([false, false, true, true, true]);
  expect(shownOfFive(9, () => 0.5)).toEqual([true, true, true, true, true]);
});

test('shows each entry about as often as any other', () => {
  const times = [0, 0, 0, 0, 0];
  let state = 7;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let run = 0; run < 1000; run += 1) {
    for (const [place, shown] of shownOfFive(3, random).entries()) {
      times[place] = (times[place] ?? 0) + Number(shown);
    }
  }
  for (const count of times) {
    expect(Math.abs(count - 600)).toBeLessThan(60);
  }
});
