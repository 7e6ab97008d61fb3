import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { searchAnswer } from '../../tests/support/samples';
import type { SearchAnswer } from '../wire/SearchAnswer';
import { Filters } from './filters';

const COUNTS: SearchAnswer['counts'] = {
  gender: { female: 7, male: 5 },
  study_type: { interventional: 6, observational: 1, expanded_access: 0 },
  phase: { early_one: 0, one: 1, two: 4, three: 2, four: 0 },
  age_group: { children: 1, adults: 6, older: 4 },
  participation: { without_placebo: 3, at_home: 0, travel_help: 1 },
  conditions: [
    { name: 'Leg Ulcer', studies: 4 },
    { name: 'Diabetic Foot', studies: 3 },
  ],
};

let leave: MockInstance<typeof location.assign>;

beforeEach(() => {
  leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
});

function show(filters: [name: string, value: string][] = [], choices = '', embedded = false) {
  const answer = searchAnswer();
  const understood = {
    ...answer.understood,
    filters: filters.map(([name, value]) => ({ name, value, label: value })),
  };
  const changed = { ...answer, counts: COUNTS, understood };
  render(<Filters answer={changed} choices={choices} embedded={embedded} />);
  return (label: string) => screen.getByLabelText<HTMLInputElement>(label);
}

const apply = () => userEvent.click(screen.getByRole('button', { name: 'Apply Filters' }));
const address = () => new URL(String(leave.mock.calls[0]?.[0]), 'http://localhost').search;

describe('the focus', () => {
  it('returns to the filters on the page that they led to, and the address does not show it', async () => {
    show();
    await apply();
    expect(String(leave.mock.calls[0]?.[0])).toMatch(/#filters$/);
    cleanup();
    history.replaceState({ place: null }, '', '/results?q=ulcer&in=USA#filters');
    show();
    expect(document.activeElement?.textContent).toBe('Filters');
    expect(location.href).toMatch(/\/results\?q=ulcer&in=USA$/);
    expect(history.state).toEqual({ place: null });
  });

  it('stays on every other page', () => {
    show();
    expect(document.activeElement).toBe(document.body);
  });

  it('returns to the filters if nothing changed, because the browser would load nothing', async () => {
    const { condition } = searchAnswer().understood;
    const query = new URLSearchParams({ q: condition, in: searchAnswer().in });
    history.replaceState(null, '', `/results?${query}`);
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await apply();
    expect(leave).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters', expanded: false }));
  });
});

describe('the filters of a search', () => {
  it('each shows the number of matching studies', () => {
    show();
    const choices = (name: string) =>
      within(screen.getByRole('group', { name }))
        .getAllByRole('radio')
        .map((radio) => {
          return radio.closest('label')?.textContent;
        });
    expect(choices('Gender')).toEqual(['Any', 'Female (7)', 'Male (5)']);
    expect(choices('Study Type')).toEqual([
      'Any',
      'Tests a Treatment (6)',
      'Observes Health Only (1)',
      'Expanded Access (0)',
    ]);
    expect(choices('Phase')).toEqual([
      'Any',
      'Phase 1: Tests Whether It Is Safe (1)',
      'Phase 2: Tests Whether It Works (4)',
      'Phase 3: Compares It in Many People (2)',
    ]);
    expect(choices('Conditions')).toEqual(['Any', 'Leg Ulcer (4)', 'Diabetic Foot (3)']);
  });

  it('offer what studies state about taking part, and what is chosen', async () => {
    const field = show([['at_home', 'yes']]);
    const group = screen.getByRole('group', { name: 'Taking Part' });
    const offered = within(group).getAllByRole<HTMLInputElement>('checkbox');
    expect(offered.map((box) => [box.closest('label')?.textContent, box.checked])).toEqual([
      ['No One Gets a Placebo (3)', false],
      ['Partly at Home or by Video (0)', true],
      ['Helps With Travel (1)', false],
    ]);
    await userEvent.click(field('Partly at Home or by Video (0)'));
    await userEvent.click(field('No One Gets a Placebo (3)'));
    await apply();
    expect(address()).toBe('?q=ulcer&in=UNITED+STATES&without_placebo=yes');
    cleanup();
    const none = { without_placebo: 0, at_home: 0, travel_help: 0 };
    const answer = { ...searchAnswer(), counts: { ...COUNTS, participation: none } };
    render(<Filters answer={answer} choices="" embedded={false} />);
    expect(screen.queryByRole('group', { name: 'Taking Part' })).toBeNull();
  });

  it('take effect only when applied, and are stored in the address', async () => {
    const field = show();
    await userEvent.type(field('Your Age'), '58');
    await userEvent.click(field('Female (7)'));
    await userEvent.click(field('Tests a Treatment (6)'));
    await userEvent.click(field('Phase 2: Tests Whether It Works (4)'));
    await userEvent.click(field('Diabetic Foot (3)'));
    await userEvent.type(field('Drug or Treatment'), 'Ozempic');
    await userEvent.type(field('City or ZIP Code'), ' 44106 ');
    await userEvent.selectOptions(field('Distance'), '100');
    await userEvent.selectOptions(field('Sort By'), 'Nearest');
    expect(leave).not.toHaveBeenCalled();
    await apply();
    expect(address()).toBe(
      '?q=ulcer&in=UNITED+STATES&age=58&gender=female&type=interventional&phase=2&condition=Diabetic+Foot&treatment=Ozempic&near=44106&within=100&sort=nearest',
    );
  });

  it('show the current choices, including those read from the search text', async () => {
    const field = show(
      [
        ['gender', 'male'],
        ['age', '70'],
        ['condition', 'Burns'],
        ['healthy', 'yes'],
        ['within', '30'],
      ],
      'sort=newest',
    );
    expect([field('Your Age').value, field('Male (5)').checked, field('Burns').checked]).toEqual([
      '70',
      true,
      true,
    ]);
    expect([field('Takes Healthy People').checked, field('Sort By').value]).toEqual([true, 'newest']);
    expect(field('Distance').value).toBe('30');
    expect(screen.getByRole('button', { name: 'Filters (5 chosen)' })).toBeTruthy();
  });

  it('offer a chosen phase even without studies, and no phases if no study has one', () => {
    show([['phase', '4']]);
    expect(screen.getByLabelText<HTMLInputElement>('Phase 4: Watches It After Approval (0)').checked).toBe(
      true,
    );
    cleanup();
    const none = { early_one: 0, one: 0, two: 0, three: 0, four: 0 };
    const answer = { ...searchAnswer(), counts: { ...COUNTS, phase: none } };
    render(<Filters answer={answer} choices="" embedded={false} />);
    expect(screen.queryByRole('group', { name: 'Phase' })).toBeNull();
  });

  it('Clear All restores the whole list', () => {
    show([['gender', 'male']], 'gender=male&sort=newest', true);
    const link = screen.getByRole('link', { name: 'Clear All' });
    expect(link.getAttribute('href')).toBe('/results?q=ulcer&in=UNITED+STATES&embed=true');
  });

  it.each(['old', '131', '17-13', '-', '5.5', '3 moons', '14 months old'])(
    'an invalid age is reported, and nothing is lost: %s',
    async (age) => {
      const field = show();
      await userEvent.type(field('Your Age'), age);
      await userEvent.click(field('Female (7)'));
      await apply();
      expect(leave).not.toHaveBeenCalled();
      expect(screen.getByText(/^Type the age in years, from 0 to 130\. For a young child/)).toBeTruthy();
      expect(document.activeElement).toBe(field('Your Age'));
      expect([field('Your Age').value, field('Female (7)').checked]).toEqual([age, true]);
    },
  );

  it.each(['65-', '-11', '13-17', '3 weeks', '200 months', '6 months-17 years'])(
    'ages from the search text stay: %s',
    async (ages) => {
      const field = show([['age', ages]]);
      expect(field('Your Age').value).toBe(ages);
      await apply();
      expect(address()).toBe(`?q=ulcer&in=UNITED+STATES&age=${ages.replaceAll(' ', '+')}`);
    },
  );

  it('sorting by distance needs a place', async () => {
    const field = show();
    await userEvent.selectOptions(field('Sort By'), 'Nearest');
    await apply();
    expect(leave).not.toHaveBeenCalled();
    expect(screen.getByText(/^Type a city or ZIP code/)).toBeTruthy();
    expect(document.activeElement).toBe(field('City or ZIP Code'));
  });

  it('are folded behind a button on a phone', async () => {
    show();
    const toggle = screen.getByRole('button', { name: 'Filters' });
    const form = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
    expect([toggle.getAttribute('aria-expanded'), form?.className]).toEqual(['false', 'filters__form']);
    await userEvent.click(toggle);
    expect([toggle.getAttribute('aria-expanded'), form?.className]).toEqual([
      'true',
      'filters__form is-open',
    ]);
  });
});
