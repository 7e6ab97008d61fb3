import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem } from '../../tests/support/fake-backend';
import { partnerStudy, registryStudy, site } from '../../tests/support/samples';
import { Saved } from './saved';
import { savedStudies, setStudySaved } from './saved-studies';

const NUMBERS = ['NCT00000001', 'NCT00000002', 'NCT00000003', 'NCT00000004'];

beforeEach(() => localStorage.clear());

function open(ids: string[]) {
  for (const id of [...ids].reverse()) {
    setStudySaved(id, true);
  }
  const backend = fakeBackend({
    '/backend/study': ({ query }) => {
      const id = query.get('id') ?? '';
      return {
        result: [],
        page: partnerStudy({ id, title: `Study ${id.at(-1)}`, phase: `Phase ${id.at(-1)}` }),
      };
    },
  });
  render(<Saved />);
  return backend;
}

/** The cells of a row of the comparison. */
const cellsOf = (name: string) => {
  const row = screen.getByRole('rowheader', { name }).closest('tr');
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
};

const compare = (title: string) => screen.getByLabelText<HTMLInputElement>(`Compare ${title}`);

const at = (city: string, latitude: number, changes = {}) =>
  site(city, { latitude, longitude: -81, ...changes });

describe('saved studies', () => {
  it('an empty list explains how to save a study', () => {
    open([]);
    expect(screen.getByText('No Saved Studies Yet')).toBeTruthy();
    expect(screen.getByText(/choose Save This Study/)).toBeTruthy();
  });

  it('are listed by title with links, and the first three are compared', async () => {
    open(NUMBERS);
    const link = await screen.findByRole('link', { name: 'Study 4' });
    expect(link.getAttribute('href')).toBe('/study/NCT00000004');
    const table = within(screen.getByRole('table'));
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Study 1',
      'Study 2',
      'Study 3',
    ]);
    const phases = table.getByRole('rowheader', { name: 'Phase' }).closest('tr');
    expect(phases?.textContent).toBe('PhasePhase 1Phase 2Phase 3');
  });

  it('are compared three at a time, as chosen', async () => {
    open(NUMBERS);
    await screen.findByRole('link', { name: 'Study 4' });
    expect(compare('Study 4').disabled).toBe(true);
    await userEvent.click(compare('Study 2'));
    expect(compare('Study 4').disabled).toBe(false);
    await userEvent.click(compare('Study 4'));
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Study 1', 'Study 3', 'Study 4']);
  });

  it('are compared by length, visits, and placebo, and say what is not stated', async () => {
    setStudySaved('NCT00000001', true);
    setStudySaved('NCT00000002', true);
    fakeBackend({
      '/backend/study': ({ query }) => ({
        result: [],
        page: query.get('id') === 'NCT00000001' ? partnerStudy({ id: 'NCT00000001' }) : null,
      }),
      '/backend/trial': () => ({ result: [], page: registryStudy({ id: 'NCT00000002' }) }),
    });
    render(<Saved />);
    await screen.findByRole('table');
    expect(['How Long', 'Visits', 'Placebo'].map(cellsOf)).toEqual([
      ['Not stated', '12 weeks'],
      ['Not stated', '16'],
      ['Not stated', 'Half of the people'],
    ]);
    expect(screen.queryByRole('rowheader', { name: 'Nearest Open Site' })).toBeNull();
  });

  it('show the nearest open site to a place, which is not stored', async () => {
    const closed = { label: 'Completed', tone: 'closed' } as const;
    setStudySaved('NCT00000001', true);
    setStudySaved('NCT00000002', true);
    const backend = fakeBackend({
      '/backend/study': ({ query }) => {
        const id = query.get('id') ?? '';
        const sites = [at('Erie', 42), at('Cleveland', 41.1), at('Akron', 41, { status: closed })];
        return { result: [], page: partnerStudy({ id, sites: id === 'NCT00000001' ? sites : [] }) };
      },
      '/backend/locations': () => ({ location: { lat: 41, lng: -81 } }),
    });
    render(<Saved />);
    await userEvent.type(await screen.findByLabelText('City or ZIP Code'), '44304{Enter}');
    await screen.findByRole('rowheader', { name: 'Nearest Open Site' });
    expect(cellsOf('Nearest Open Site')).toEqual(['Place not stated', 'Cleveland, OH, about 7 miles away']);
    expect(backend.calls.at(-1)?.query.get('address')).toBe('44304');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('44304');
  });

  it('are compared near the visitor after a press of the button for their position', async () => {
    history.replaceState(null, '', '/saved');
    const getCurrentPosition = (found: PositionCallback) =>
      found({ coords: { latitude: 41.04, longitude: -81.02 } } as GeolocationPosition);
    vi.stubGlobal('navigator', Object.create(navigator, { geolocation: { value: { getCurrentPosition } } }));
    setStudySaved('NCT00000001', true);
    setStudySaved('NCT00000002', true);
    const backend = fakeBackend({
      '/backend/study': ({ query }) => {
        const id = query.get('id') ?? '';
        return { result: [], page: partnerStudy({ id, sites: [at('Cleveland', 41.1)] }) };
      },
      'POST /backend/locations': () => ({
        formatted_address: 'Akron, Ohio',
        location: { lat: 41, lng: -81 },
      }),
      '/backend/locations': () => ({ location: { lat: 41, lng: -81 } }),
    });
    render(<Saved />);
    await userEvent.click(await screen.findByRole('button', { name: 'Use My Location' }));
    await screen.findByRole('rowheader', { name: 'Nearest Open Site' });
    expect(cellsOf('Nearest Open Site')[0]).toBe('Cleveland, OH, about 7 miles away');
    const sent = backend.calls.filter(({ path }) => path === '/backend/locations');
    expect(sent.map(({ body, query }) => body ?? query.get('address'))).toEqual([
      { lat: 41, lng: -81 },
      'Akron, Ohio',
    ]);
  });

  it('can be removed', async () => {
    open(NUMBERS.slice(0, 2));
    await userEvent.click(await screen.findByRole('button', { name: /^Remove.*Study 1$/ }));
    expect(savedStudies()).toEqual(['NCT00000002']);
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Remove.*Study 2$/ }));
    expect(screen.getByText('No Saved Studies Yet')).toBeTruthy();
  });

  it('one that is gone or can’t be loaded says so without affecting the others', async () => {
    setStudySaved('NCT00000001', true);
    setStudySaved('NCT00000002', true);
    setStudySaved('NCT00000003', true);
    fakeBackend({
      '/backend/study': ({ query }) => ({
        result: [],
        page: query.get('id') === 'NCT00000003' ? registryStudy({ title: 'Found' }) : null,
      }),
      '/backend/trial': ({ query }) =>
        query.get('id') === 'NCT00000001'
          ? { result: [], page: null }
          : problem(503, 'unavailable', 'It is resting.'),
    });
    render(<Saved />);
    expect(await screen.findByText('This study is no longer listed.')).toBeTruthy();
    expect(await screen.findByText(/couldn’t load this study/)).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Found' })).toBeTruthy();
  });
});
