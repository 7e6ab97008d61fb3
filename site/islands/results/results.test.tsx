import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem, unreachable } from '../../tests/support/fake-backend';
import { searchAnswer } from '../../tests/support/samples';
import { MISSING_CONDITION_OR_COUNTRY, NO_PATIENTRIALS_STUDIES } from '../messages/search';
import type { SearchAnswer } from '../wire/SearchAnswer';
import type { StudyCard } from '../wire/StudyCard';
import { Results } from './results';

const RECRUITING = { label: 'Recruiting', tone: 'open' } as const;

const OWN: StudyCard = {
  kind: 'partner',
  study_number: 'STU02001',
  href: '/study/NCT05000001',
  name: 'Leg ulcers',
  title: 'A gel for leg ulcers',
  full_title: 'A gel for leg ulcers',
  description: 'Tests a gel.',
  identifier: 'NCT05000001',
  site_name: 'Lakeside Clinic',
  status: RECRUITING,
  gender: 'All',
  conditions: 'Leg ulcer',
  ages: 'above 18 years',
  fact_summary: { length: '12 weeks', visits: '16', placebo: null },
  nearest: null,
  fit: 'all',
  partner: null,
  registry_sites: null,
};

const PUBLIC: StudyCard = {
  kind: 'registry',
  nct_number: 'NCT04000001',
  href: '/study/NCT04000001',
  phase: 'Phase 2',
  title: 'A walking program for people w…',
  full_title: 'A walking program for people with ulcers of the leg that come back',
  description: 'Looks at walks.',
  status: RECRUITING,
  location_count: 12,
  fact_summary: { length: null, visits: null, placebo: '1 of 3 groups' },
  zip: '44106',
  city: 'Cleveland, Ohio',
  gender: 'Female',
  ages: '40 - 85 years',
  study_type: 'Interventional',
  sponsor: 'Lakeside University',
  nearest: null,
  fit: 'all',
  partner: null,
};

function answer(changes: Partial<SearchAnswer> = {}): SearchAnswer {
  return { ...searchAnswer(), studies: [OWN, PUBLIC], ...changes };
}

function open(query: string) {
  history.replaceState(null, '', `/results${query}`);
  render(<Results />);
}

describe('the list', () => {
  it('shows the number of studies, and partner studies first', async () => {
    const backend = fakeBackend({ '/backend/search': () => answer() });
    open('?q=ulcer&in=USA&page=2');
    expect(await screen.findByRole('heading', { name: 'Number of Clinical trials - 2' })).toBeTruthy();
    const links = screen.getAllByRole('article').map((card) => within(card).getByRole('link'));
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/study/NCT05000001',
      '/study/NCT04000001',
    ]);
    expect(Object.fromEntries(backend.calls[0]?.query ?? [])).toEqual({ q: 'ulcer', in: 'USA', page: '2' });
  });

  it('shows length, visits, and placebo of a partner study, and says which is not stated', async () => {
    fakeBackend({ '/backend/search': () => answer() });
    open('?q=ulcer&in=USA');
    const [card] = await screen.findAllByRole('article');
    const facts = [...(card?.querySelectorAll('.facts__item') ?? [])].map((fact) => fact.textContent);
    expect(facts).toEqual(expect.arrayContaining(['How Long12 weeks', 'Visits16', 'PlaceboNot stated']));
  });

  it('says how much of all matching studies it contains, if it does not contain all', async () => {
    fakeBackend({ '/backend/search': () => answer({ total: 22, registry_total: 340 }) });
    open('?q=ulcer&in=USA');
    const sentence = await screen.findByText(/^The list has the 22 that fit best, of 342 that fit\./);
    expect(sentence.textContent).toContain('The numbers beside the filters count all that fit.');
    cleanup();
    fakeBackend({ '/backend/search': () => answer({ total: 2, registry_total: 1 }) });
    open('?q=ulcer&in=USA');
    await screen.findByRole('heading', { name: 'Number of Clinical trials - 2' });
    expect(screen.queryByText(/^The list has/)).toBeNull();
  });

  it('loads on phones without newer ways to abort a request', async () => {
    vi.stubGlobal('AbortSignal', class AbortSignal {});
    fakeBackend({ '/backend/search': () => answer() });
    open('?q=ulcer&in=USA');
    expect(await screen.findByRole('heading', { name: 'Number of Clinical trials - 2' })).toBeTruthy();
  });

  it('shows Loading ... until the answer arrives', async () => {
    fakeBackend({ '/backend/search': () => answer() });
    open('?q=ulcer&in=USA');
    expect(screen.getByText('Loading ...').getAttribute('role')).toBe('status');
    await screen.findAllByRole('article');
    expect(screen.queryByText('Loading ...')).toBeNull();
  });

  it('shows Studies not found when there is none, and suggestions', async () => {
    const help = {
      elsewhere: [{ country: 'CANADA', studies: 12 }],
      wider: ['Skin Diseases'],
    };
    const filters = [
      { name: 'gender', value: 'female', label: 'Female' },
      { name: 'at', value: 'Mayo Clinic', label: 'At Mayo Clinic' },
      { name: 'near', value: 'Boise', label: 'Near Boise' },
    ];
    const understood = { ...answer().understood, parts: [], words: ['ulcer'], filters };
    fakeBackend({ '/backend/search': () => answer({ total: 0, studies: [], help, understood }) });
    open('?q=women+with+ulcer+at+Mayo+Clinic&in=USA&near=Boise');
    expect(await screen.findByText('Studies not found')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Number of Clinical trials - 0' })).toBeTruthy();
    expect(screen.getByText(/Check the spelling/)).toBeTruthy();
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('Search without filters')).toBe('/results?q=ulcer&in=UNITED+STATES');
    expect(link('Search in CANADA')).toBe('/results?q=ulcer&in=CANADA&gender=female&at=Mayo+Clinic');
    expect(screen.getByText(/12 studies/)).toBeTruthy();
    expect(link('Skin Diseases')).toBe(
      '/results?q=Skin+Diseases&in=UNITED+STATES&gender=female&at=Mayo+Clinic&near=Boise',
    );
    expect(link('upcoming studies')).toBe('/upcoming-research');
  });

  it('offers any distance if the requested one leaves nothing', async () => {
    const filters = [
      { name: 'near', value: 'Boise', label: 'Near Boise' },
      { name: 'within', value: '25', label: 'Within 25 miles' },
    ];
    const understood = { ...answer().understood, filters };
    fakeBackend({ '/backend/search': () => answer({ total: 0, studies: [], understood }) });
    open('?q=ulcer+near+Boise&in=USA&within=25');
    const link = await screen.findByRole('link', { name: 'Search at any distance' });
    expect(link.getAttribute('href')).toBe('/results?q=ulcer&in=UNITED+STATES&near=Boise');
  });

  it('offers the whole country if one state leaves nothing', async () => {
    const filters = [{ name: 'near', value: 'Ohio, United States', label: 'In Ohio, United States' }];
    const understood = { ...answer().understood, filters, in_region: true };
    fakeBackend({ '/backend/search': () => answer({ total: 0, studies: [], understood }) });
    open('?q=ulcer+in+Ohio&in=USA');
    const link = await screen.findByRole('link', { name: 'Search in the whole country' });
    expect(link.getAttribute('href')).toBe('/results?q=ulcer&in=UNITED+STATES');
  });

  const understood = { ...answer().understood, parts: [] };
  const nothing = () => answer({ total: 0, studies: [], understood });
  const partnerRecord = {
    snow_study_number: 'STU02001',
    nct_number: 'NCT05000001',
    study_name: 'Leg ulcer study',
  };

  it('lists each partner study once when nothing is found', async () => {
    const result = [
      partnerRecord,
      partnerRecord,
      { ...partnerRecord, snow_study_number: 'STU02002', nct_number: '' },
    ];
    fakeBackend({ '/backend/search': nothing, '/backend/ourstudies': () => ({ result }) });
    open('?q=ulcer&in=USA');
    const links = await screen.findAllByRole('link', { name: 'Leg ulcer study' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/study/NCT05000001', '/study/STU02002']);
  });

  it('offers no other studies to a person whose condition it understood', async () => {
    const backend = fakeBackend({ '/backend/search': () => answer({ total: 0, studies: [] }) });
    open('?q=asthma&in=USA');
    expect(await screen.findByText('Studies not found')).toBeTruthy();
    expect(backend.to('/backend/ourstudies')).toEqual([]);
  });

  it.each([
    ['can’t be loaded', () => problem(503, 'unavailable', 'Not now.')],
    ['is empty', () => ({ result: [] })],
  ])('shows No patientrials studies found when the list of partner studies %s', async (_, reply) => {
    fakeBackend({ '/backend/search': nothing, '/backend/ourstudies': reply });
    open('?q=ulcer&in=USA');
    expect(await screen.findByText(NO_PATIENTRIALS_STUDIES)).toBeTruthy();
    const section = screen.getByRole('region', { name: 'Studies of Our Partners' });
    expect(within(section).queryByRole('list')).toBeNull();
  });

  it('shows an alert when the partner studies could not be searched', async () => {
    fakeBackend({ '/backend/search': () => answer({ failed: ['partner'] }) });
    open('?q=ulcer&in=USA');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We couldn’t load our own studies this time');
    expect(within(alert).getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('does not question the spelling of recognized words', async () => {
    fakeBackend({ '/backend/search': () => answer({ total: 0, studies: [] }) });
    open('?q=ulcer&in=USA');
    expect(await screen.findByText(/^No study of this takes people in UNITED STATES now/)).toBeTruthy();
    expect(screen.queryByText(/Check the spelling/)).toBeNull();
  });

  it('asks for a condition when the search names none', async () => {
    const understood = { ...answer().understood, parts: [] };
    fakeBackend({ '/backend/search': () => answer({ total: 0, studies: [], understood }) });
    open('?q=near+Boston&in=USA');
    expect(await screen.findByText(/Type the name of a condition/)).toBeTruthy();
  });

  it('says that a well-known study no longer recruits', async () => {
    fakeBackend({ '/backend/search': () => answer({ completed: ['NCT04611802'] }) });
    open('?q=covid&in=USA');
    const link = await screen.findByRole('link', { name: 'This trial is not actively recruiting.' });
    expect(link.getAttribute('href')).toBe('/study/NCT04611802');
  });

  it.each([
    ['part', 'Studies About a Part of Your Search'],
    ['near', 'Related Studies'],
  ] as const)('lists partial matches under a heading of their own: %s', async (fit, title) => {
    const other: StudyCard = { ...PUBLIC, nct_number: 'NCT04000002', title: 'Another walk', fit };
    fakeBackend({ '/backend/search': () => answer({ total: 1, studies: [OWN, other] }) });
    open('?q=ulcer&in=USA');
    const others = within(await screen.findByRole('region', { name: title }));
    expect(others.getAllByRole('article')).toHaveLength(1);
    expect(others.getByRole('link', { name: 'Another walk' })).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.queryByText('Studies not found')).toBeNull();
  });

  it('says that no study fits everything before it lists others', async () => {
    fakeBackend({ '/backend/search': () => answer({ total: 0, studies: [{ ...PUBLIC, fit: 'part' }] }) });
    open('?q=ulcer&in=USA');
    expect(await screen.findByText('No Study Fits All of This')).toBeTruthy();
    expect(screen.queryByText('Studies not found')).toBeNull();
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('a card shows the facts of its study', async () => {
    fakeBackend({ '/backend/search': () => answer() });
    open('?q=ulcer&in=USA');
    const [own, registry] = await screen.findAllByRole('article');
    for (const words of [
      'Leg ulcers',
      'NCT05000001',
      'Lakeside Clinic',
      'Recruiting',
      'above 18 years',
      'Leg ulcer',
    ]) {
      expect(own?.textContent).toContain(words);
    }
    for (const words of ['Phase 2', '12 (ZIP 44106)', 'Female', 'Interventional', 'Lakeside University']) {
      expect(registry?.textContent).toContain(words);
    }
    expect(registry?.textContent).toContain('people with ulcers of the leg that come back');
    expect(registry?.textContent).toContain('Placebo1 of 3 groups');
  });

  it('a card of a registry study without sites says that no place is stated', async () => {
    const summary = { length: null, visits: null, placebo: null };
    const nowhere = { ...PUBLIC, location_count: 0, zip: '', city: '', fact_summary: summary };
    fakeBackend({ '/backend/search': () => answer({ studies: [nowhere] }) });
    open('?q=ulcer&in=USA');
    const [card] = await screen.findAllByRole('article');
    expect(card?.textContent).toContain('LocationsPlace not stated');
    expect(card?.textContent).not.toContain('Placebo');
  });

  it('a card names the partner of its study', async () => {
    const partner = { logo: 'harborline', label: 'With Harborline' };
    fakeBackend({ '/backend/search': () => answer({ studies: [{ ...OWN, partner }, PUBLIC] }) });
    open('?q=ulcer&in=USA');
    const [own, registry] = await screen.findAllByRole('article');
    expect(own?.textContent).toContain('With Harborline');
    expect(own?.querySelector('img')?.getAttribute('src')).toBe('/logos/harborline.svg');
    expect(registry?.querySelector('img')).toBeNull();
  });

  it('a partner study with sites only in its registry record says that they take no sign-ups here', async () => {
    const registry_sites = { country: 'CANADA', count: 2, city: 'Toronto, Ontario' };
    fakeBackend({ '/backend/search': () => answer({ studies: [{ ...OWN, registry_sites }] }) });
    open('?q=copd&in=CANADA');
    const [card] = await screen.findAllByRole('article');
    expect(card?.textContent).toContain('You can’t sign up through us in CANADA.');
    expect(card?.textContent).toContain('Sites in CANADA2, one in Toronto, Ontario, not through us');
  });

  it('a click on a partner card stores the number of the study', async () => {
    fakeBackend({ '/backend/search': () => answer() });
    open('?q=ulcer&in=USA');
    const link = await screen.findByRole('link', { name: 'A gel for leg ulcers' });
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    expect(sessionStorage.getItem('snow_study_number')).toBe('STU02001');
  });
});

describe('pages', () => {
  it('are links that repeat the search', async () => {
    fakeBackend({ '/backend/search': () => answer({ total: 24, page: 2, pages: 3 }) });
    open('?q=ulcer&in=USA&page=2');
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of Results' }));
    expect(pages.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    expect(pages.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
      '/results?q=ulcer&in=UNITED+STATES&page=3',
    );
    expect(pages.getByRole('link', { name: 'Previous' }).getAttribute('href')).toContain('page=1');
    expect(pages.getAllByRole('link')).toHaveLength(5);
  });

  it('are left out when there is only one', async () => {
    fakeBackend({ '/backend/search': () => answer() });
    open('?q=ulcer&in=USA');
    await screen.findAllByRole('article');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('an incomplete search', () => {
  it.each(['', '?q=ulcer', '?in=USA', '?q=&in='])('shows the alert and leads home: %s', async (query) => {
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const backend = fakeBackend({});
    open(query);
    expect(screen.getByRole('alertdialog').textContent).toContain(MISSING_CONDITION_OR_COUNTRY);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(leave).toHaveBeenCalledExactlyOnceWith('/');
    expect(backend.calls).toHaveLength(0);
  });
});

it('the menu’s link, which has an empty condition, shows how to search', () => {
  const backend = fakeBackend({});
  open('?q=&in=UNITED%20STATES');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByText(/Type a condition/)).toBeTruthy();
  expect(backend.calls).toHaveLength(0);
});

describe('a failure', () => {
  it('of one source names the missing part, and can try again', async () => {
    let failed: SearchAnswer['failed'] = ['registry'];
    fakeBackend({ '/backend/search': () => answer({ failed }) });
    open('?q=ulcer&in=USA');
    expect(await screen.findByText(/couldn’t load the public registry/)).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    failed = [];
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findAllByRole('article');
    expect(screen.queryByText(/couldn’t load/)).toBeNull();
  });

  it.each([
    ['no server', unreachable, /can’t reach our server/],
    ['a problem', () => problem(503, 'unavailable', 'The search is resting.'), /The search is resting/],
    ['an invalid answer', () => ({ studies: 'none' }), /went wrong on our side/],
  ])('of the whole search can try again: %s', async (_, reply, words) => {
    let replies: () => unknown = reply;
    fakeBackend({ '/backend/search': () => replies() });
    open('?q=ulcer&in=USA');
    expect(await screen.findByText(words)).toBeTruthy();
    replies = () => answer();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findAllByRole('article')).toHaveLength(2);
  });
});

it('an invalid search says why, without offering the same search again', async () => {
  fakeBackend({ '/backend/search': () => problem(400, 'query_invalid', 'The condition is too long.') });
  open('?q=ulcer&in=USA');
  expect(await screen.findByText('The condition is too long.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Search without filters' }).getAttribute('href')).toBe(
    '/results?q=ulcer&in=USA',
  );
});

it('in a partner’s frame every other search stays in the frame', async () => {
  document.documentElement.classList.add('is-embedded');
  fakeBackend({ '/backend/search': () => answer({ total: 24, pages: 3 }) });
  open('?q=ulcer&in=USA&embed=true');
  await screen.findAllByRole('article');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  const searches = links.filter((href) => href.startsWith('/results'));
  expect(searches.length).toBeGreaterThan(1);
  expect(searches.filter((href) => !href.endsWith('embed=true'))).toEqual([]);
  document.documentElement.classList.remove('is-embedded');
});
