import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem, unreachable } from '../../tests/support/fake-backend';
import { partnerStudy, registryStudy, site } from '../../tests/support/samples';
import { NO_CRITERIA, NO_INCLUSION, RECRUITMENT_COMPLETED, STUDY_NOT_FOUND } from '../messages/study';
import type { EligibilityCriteria } from '../wire/EligibilityCriteria';
import type { Partner } from '../wire/Partner';
import type { StudyPage } from '../wire/StudyPage';
import { Study } from './study';

const CLOSED = { label: 'Completed', tone: 'closed' } as const;

function show(changes: Partial<StudyPage> = {}) {
  render(<Study page={partnerStudy(changes)} />);
}

function wayToSignUp(): string | null | undefined {
  return screen.queryByRole('link', { name: 'Check If I Can Join' })?.getAttribute('href');
}

describe('a partner study', () => {
  it('shows status, title, summary, key facts, action, place, and criteria in this order', () => {
    show();
    const words = [
      'Recruiting',
      'A gel for leg ulcers',
      'This study tests',
      'Who Can Join',
      'Check If I Can Join',
    ];
    const rest = [
      'Where It Takes Place',
      'Who Can Take Part',
      'You may be able to join if',
      "You can't join if",
    ];
    const places = [...words, ...rest].map((part) => document.body.textContent?.indexOf(part) ?? -1);
    expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
  });

  it('shows its numbers, phase, conditions, description, site, and last update', () => {
    show();
    for (const words of [
      'NCT IDNCT05000001',
      'Study NumberSTU02001',
      'PhasePhase 3',
      'ConditionsVenous leg ulcer',
      'You visit the clinic twice a week at first.',
      'Last UpdatedMarch 27, 2026',
      partnerStudy().sites[0]?.site_name ?? 'no site',
    ]) {
      expect(document.body.textContent).toContain(words);
    }
  });

  it.each([
    [[], 'ConditionsNone'],
    [['Asthma'], 'ConditionsAsthma'],
    [['Asthma', 'COPD', 'Cough'], 'ConditionsAsthma 2 more ...'],
  ])('shows one condition in full, and folds all but the first of several: %s', (conditions, words) => {
    show({ conditions });
    expect(document.body.textContent).toContain(words);
    const hidden = [...document.querySelectorAll('details li')].map((item) => item.textContent);
    expect(hidden).toEqual(conditions.slice(1));
  });

  it('shows None for missing phase, gender, and ages', () => {
    show({ phase: null, gender: '', ages: '' });
    for (const words of ['PhaseNone', 'GenderNone', 'AgesNone']) {
      expect(document.body.textContent).toContain(words);
    }
  });

  it.each([
    [
      'leads to the shown study',
      '/enroll/STU02001',
      '/enroll/STU02001',
      'A gel for leg ulcers that heal slowly',
    ],
    ['stays if the study accepts no sign-ups', null, '/enroll/STU01009', 'COVID-19 vaccine study'],
  ])('the header’s sign-up link %s, and names its study', (_, signUp, address, name) => {
    document.body.innerHTML =
      '<header><a href="/enroll/STU01009" data-sign-up>Sign Up <span data-sign-up-study>COVID-19 vaccine study</span></a></header>';
    show({ sign_up: signUp });
    const link = document.querySelector('[data-sign-up]');
    expect(link?.getAttribute('href')).toBe(address);
    expect(link?.textContent).toBe(`Sign Up ${name}`);
  });

  it.each([
    [-400, true],
    [-300, false],
  ])('says so if its record is old: changed %d days from now', (days, isOld) => {
    const changed = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    show({ last_updated: changed.toISOString().slice(0, 10) });
    expect(screen.queryByText(/more than a year ago/) !== null).toBe(isOld);
  });

  it('sets the page’s title', () => {
    show();
    expect(document.title).toBe('A gel for leg ulcers that heal slowly');
  });

  it('that has not started says so, and labels its sign-up accordingly', () => {
    show({ status: { label: 'Not yet recruiting', tone: 'soon' } });
    expect(screen.getByText(/This study has not started yet/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign Up Before It Starts' }).getAttribute('href')).toContain(
      '/enroll/',
    );
    expect(wayToSignUp()).toBeUndefined();
  });

  it('that is closed says so and has no sign-up', () => {
    show({ status: CLOSED, sign_up: null });
    expect(screen.getByText(RECRUITMENT_COMPLETED)).toBeTruthy();
    expect(wayToSignUp()).toBeUndefined();
  });

  it('with an external page shows it in a titled frame, with a link', () => {
    show({ embedded_link: 'https://partner.example/study' });
    expect(screen.getByTitle(/^Study page: A gel/).getAttribute('src')).toBe('https://partner.example/study');
    expect(screen.getByRole('link', { name: /study team’s page/ }).getAttribute('href')).toBe(
      'https://partner.example/study',
    );
  });

  it('of an unknown partner shows No Trial Found', () => {
    show({ partner: 'someone' as Partner });
    expect(screen.getByRole('heading', { name: 'No Trial Found' })).toBeTruthy();
  });
});

describe('the sites', () => {
  it('the central one is preselected, and sign-up gets its place', () => {
    show();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Cleveland/ }).checked).toBe(true);
    expect(wayToSignUp()).toBe(
      '/enroll/STU02001/ps?city=Cleveland&state=OH&country=United%20States&site=cleveland-clinic',
    );
  });

  it('another choice is passed to sign-up', async () => {
    show();
    await userEvent.click(screen.getByRole('radio', { name: /Pittsburgh/ }));
    expect(wayToSignUp()).toBe(
      '/enroll/STU02001/ps?city=Pittsburgh&state=PA&country=United%20States&site=pittsburgh-clinic',
    );
  });

  it('a closed one is shown but can’t be chosen', () => {
    show();
    expect(screen.getByText('York Clinic')).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /York/ })).toBeNull();
  });

  it('the first open one is preselected if the central one is closed', () => {
    show({
      sites: [
        site('Cleveland', { central: true, takes_sign_ups: false, status: CLOSED }),
        site('York'),
        site('Erie'),
      ],
    });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /York/ }).checked).toBe(true);
  });

  it('a single one is shown without a choice, and passed to sign-up', () => {
    show({ sites: [site('Erie')] });
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText('Erie Clinic')).toBeTruthy();
    expect(wayToSignUp()).toContain('city=Erie');
  });

  it('show a message if there are none', () => {
    show({ sites: [] });
    expect(screen.getByText('Location details not found')).toBeTruthy();
    expect(screen.getByText('Place not stated')).toBeTruthy();
    expect(wayToSignUp()).toBe('/enroll/STU02001');
  });
});

describe('the criteria', () => {
  const item = (text: string, level = 0) => ({ text, level, heading: false });

  it('are nested by level below their subheadings', () => {
    show();
    const card = screen.getByRole('heading', { name: 'You may be able to join if' })
      .parentElement as HTMLElement;
    const outer = within(card).getByText('You have had a leg ulcer for at least one month');
    expect(within(outer).getByText('on one leg only').tagName).toBe('LI');
    expect(within(card).getByRole('heading', { name: 'For people with diabetes' })).toBeTruthy();
  });

  it('are the target of the address #criteria', () => {
    show();
    expect(document.getElementById('criteria')?.textContent).toContain('You are 18 years old or older');
  });

  it.each<[string, EligibilityCriteria, string]>([
    ['without criteria', { inclusion: [], exclusion: [], general: [], has_others: false }, NO_CRITERIA],
    [
      'without inclusion criteria',
      { inclusion: [], exclusion: [item('x')], general: [], has_others: false },
      NO_INCLUSION,
    ],
  ])('a study %s says so', (_, criteria, words) => {
    show({ criteria });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('without headings are shown unchanged', () => {
    show({
      criteria: { inclusion: [], exclusion: [], general: [item('You speak English')], has_others: false },
    });
    expect(screen.getByText('You speak English')).toBeTruthy();
    expect(screen.queryByText(NO_INCLUSION)).toBeNull();
  });
});

describe('a registry study', () => {
  it('shows its number, conditions, contacts, and type, and has no sign-up', () => {
    render(<Study page={registryStudy()} />);
    for (const words of ['NCT04611802', 'Venous leg ulcer', 'Interventional', 'Ana Sample', 'GET NOTIFIED']) {
      expect(document.body.textContent).toContain(words);
    }
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign Up' }).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'ana@example.org' }).getAttribute('href')).toBe(
      'mailto:ana@example.org',
    );
  });

  it('links only what can be dialed or written to', () => {
    const contacts = [
      {
        role: '',
        name: 'Lee',
        affiliation: 'Lakeside Clinic, Cleveland',
        emails: [{ shown: 'see website', address: null }],
        phones: [
          { shown: '216-555-0111 ext. 9', dial: '+12165550111;ext=9' },
          { shown: 'TBD', dial: null },
        ],
      },
    ];
    render(<Study page={registryStudy({ contacts })} />);
    const section = screen.getByRole('region', { name: 'Contacts' });
    expect(section.textContent).toContain('Lakeside Clinic, Cleveland');
    expect(section.textContent).toContain('see website');
    const links = [...section.querySelectorAll('a')].map((link) => [link.textContent, link.href]);
    expect(links).toEqual([['216-555-0111 ext. 9', 'tel:+12165550111;ext=9']]);
  });

  it('with a very long title has the whole title folded below it', () => {
    render(<Study page={registryStudy({ title: 'A very…', full_title: 'A very long title' })} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A very…');
    expect(screen.getByText('A very long title').closest('details')).toBeTruthy();
  });

  it('that stopped says why', () => {
    const stopped = 'This study stopped early and won’t restart. The study team’s reason: Slow accrual.';
    render(<Study page={registryStudy({ stopped })} />);
    expect(screen.getByText(stopped)).toBeTruthy();
  });

  it('without a postal code has no location details', () => {
    render(<Study page={registryStudy({ sites: [site('Cleveland', { pin_code: '' })] })} />);
    expect(screen.getByText('Location details not found')).toBeTruthy();
  });

  it('with many sites shows the first, and folds the others', () => {
    const sites = Array.from({ length: 20 }, (_, index) => site(`City ${index}`, { takes_sign_ups: false }));
    render(<Study page={registryStudy({ sites })} />);
    expect(screen.getByText('Show 14 More Sites')).toBeTruthy();
  });
});

describe('a study named by the address', () => {
  function open(id: string) {
    history.replaceState(null, '', `/study/${id}`);
    render(<Study basemap="/assets/basemap-1.svg" />);
  }
  const pathsOf = (calls: { path: string; query: URLSearchParams }[]) =>
    calls.map(({ path, query }) => `${path}?${query}`);

  it('that the server does not know is missing until the registry turns out to have it', async () => {
    fakeBackend({
      '/backend/study': () => ({ result: [], page: null }),
      '/backend/trial': () => ({ output: [], page: registryStudy() }),
    });
    history.replaceState(null, '', '/study/NCT04611802');
    render(<Study is_missing basemap="/assets/basemap-1.svg" />);
    expect(screen.getByRole('heading', { name: STUDY_NOT_FOUND })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find Trials' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Sign Up' })).toBeTruthy();
  });

  it.each(['NCT04611802', 'PTGB0001'])(
    '%s is looked up among partner studies, then in the registry',
    async (id) => {
      const backend = fakeBackend({
        '/backend/study': () => ({ result: [], page: null }),
        '/backend/trial': () => ({ output: [], page: registryStudy() }),
      });
      open(id);
      expect(await screen.findByRole('button', { name: 'Sign Up' })).toBeTruthy();
      expect(pathsOf(backend.calls)).toEqual([`/backend/study?id=${id}`, `/backend/trial?id=${id}&ptr=cs`]);
    },
  );

  it('is looked up with the place of the search, so that the nearest contacts come first', async () => {
    const backend = fakeBackend({
      '/backend/study': () => ({ result: [], page: null }),
      '/backend/trial': () => ({ output: [], page: registryStudy() }),
    });
    open('NCT04611802?near=Akron%2C+OH&in=UNITED+STATES');
    await screen.findByRole('button', { name: 'Sign Up' });
    expect(pathsOf(backend.calls)[1]).toBe(
      '/backend/trial?id=NCT04611802&ptr=cs&near=Akron%2C+OH&in=UNITED+STATES',
    );
  });

  it('has its map drawn in the browser, because the page was built without it', async () => {
    const sites = [
      site('Cleveland', { latitude: 41.5, longitude: -81.7, takes_sign_ups: false }),
      site('York', { takes_sign_ups: false }),
    ];
    fakeBackend({
      '/backend/study': () => ({ result: [], page: null }),
      '/backend/trial': () => ({ output: [], page: registryStudy({ sites }) }),
    });
    open('NCT04611802');
    const map = await screen.findByRole('group', { name: 'Map with one site: Cleveland, OH.' });
    expect(map.closest('.located')?.querySelector('#site-2')?.textContent).toContain('York');
  });

  it('is looked up in the registry if the partner studies fail', async () => {
    fakeBackend({
      '/backend/study': unreachable,
      '/backend/trial': () => ({ output: [], page: registryStudy() }),
    });
    open('NCT04611802');
    expect(await screen.findByRole('button', { name: 'Sign Up' })).toBeTruthy();
  });

  it('with an STU number is looked up only in the partner system', async () => {
    const backend = fakeBackend({
      '/backend/trial': () => ({ study: { result: [] }, page: partnerStudy() }),
    });
    open('STU02001');
    await screen.findByRole('link', { name: 'Check If I Can Join' });
    expect(pathsOf(backend.calls)).toEqual(['/backend/trial?id=STU02001&ptr=ps']);
  });

  it('with any other id is not found, without a call', async () => {
    const backend = fakeBackend({});
    open('ABC123');
    expect(await screen.findByRole('heading', { name: 'Study details not found' })).toBeTruthy();
    expect(backend.calls).toHaveLength(0);
  });

  it('that does not exist is not found', async () => {
    fakeBackend({ '/backend/trial': () => ({ study: { result: [] }, page: null }) });
    open('STU09999');
    expect(screen.getByText('Loading ...')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Study details not found' })).toBeTruthy();
  });

  it('can be looked up again when the server fails', async () => {
    let reply: () => unknown = () => problem(503, 'unavailable', 'Please try again soon.');
    fakeBackend({ '/backend/trial': () => reply() });
    open('STU02001');
    expect(await screen.findByText('Please try again soon.')).toBeTruthy();
    reply = () => ({ study: { result: [] }, page: partnerStudy() });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'Check If I Can Join' })).toBeTruthy();
  });

  it('scrolls to the criteria once they are rendered', async () => {
    const moved = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    fakeBackend({ '/backend/trial': () => ({ study: { result: [] }, page: partnerStudy() }) });
    open('STU02001#criteria');
    await screen.findByRole('link', { name: 'Check If I Can Join' });
    expect(moved.mock.contexts).toEqual([document.getElementById('criteria')]);
  });
});
