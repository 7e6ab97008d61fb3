import { afterEach, expect, it } from 'vitest';
import { openOneAtATime } from './one-open';

const LIST = `<details name="faq" id="a"></details><details name="faq" id="b"></details>
  <details name="other" id="c" open></details><details id="d" open></details>`;
const known = Object.getOwnPropertyDescriptor(HTMLDetailsElement.prototype, 'name');

afterEach(() => {
  if (known) {
    Object.defineProperty(HTMLDetailsElement.prototype, 'name', known);
  }
});

function choose(id: string): void {
  const entry = document.getElementById(id) as HTMLDetailsElement;
  entry.open = !entry.open;
  entry.dispatchEvent(new Event('toggle'));
}

it('one entry of a list is open at a time in a browser that doesn’t know lists of entries', () => {
  Reflect.deleteProperty(HTMLDetailsElement.prototype, 'name');
  document.body.innerHTML = LIST;
  openOneAtATime();
  const open = () => [...document.querySelectorAll('[open]')].map(({ id }) => id);
  choose('a');
  expect(open()).toEqual(['a', 'c', 'd']);
  choose('b');
  expect(open()).toEqual(['b', 'c', 'd']);
  choose('b');
  expect(open()).toEqual(['c', 'd']);
});
