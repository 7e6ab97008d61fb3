import { fireEvent, screen } from '@testing-library/dom';
import { beforeEach, expect, it } from 'vitest';
import { mount } from './glossary-filter';

beforeEach(() => {
  document.body.innerHTML = `<div data-island></div><ul class="glossary__letters"><li>P</li></ul>
    <section class="glossary__letter"><dl>
      <div class="glossary__term"><dt>Phase 1</dt><dd>An early study.</dd></div>
      <div class="glossary__term"><dt>Placebo</dt><dd>No drug is
        in it.</dd></div></dl></section>
    <section class="glossary__letter"><dl>
      <div class="glossary__term" id="washout"><dt>Washout</dt><dd>A drug leaves.</dd></div></dl></section>`;
  mount(document.querySelector('[data-island]') as HTMLElement);
});

const type = (text: string) =>
  fireEvent.input(screen.getByLabelText('Find a Word'), { target: { value: text } });
const shown = () =>
  [
    ...document.querySelectorAll<HTMLElement>(
      '.glossary__letter:not([hidden]) .glossary__term:not([hidden]) dt',
    ),
  ].map((term) => term.textContent);

it.each([
  ['', ['Phase 1', 'Placebo', 'Washout'], ''],
  ['  DRUG ', ['Placebo', 'Washout'], '2 terms found.'],
  ['drug  is in', ['Placebo'], '1 term found.'],
  ['xyz', [], 'No term found.'],
])('the field leaves the terms with the words %j', (typed, terms, status) => {
  type('xyz');
  type(typed);
  expect(shown()).toEqual(terms);
  expect(screen.getByRole('status').textContent).toBe(status);
  expect(document.querySelector<HTMLElement>('.glossary__letters')?.hidden).toBe(typed !== '');
});

it('a link to a term that the field hides shows all terms again', () => {
  type('placebo');
  location.hash = 'washout';
  dispatchEvent(new Event('hashchange'));
  expect(shown()).toEqual(['Phase 1', 'Placebo', 'Washout']);
  expect(screen.getByLabelText<HTMLInputElement>('Find a Word').value).toBe('');
});
