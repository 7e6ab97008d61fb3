import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { connected, recordsBackend, SYSTEMS, signedUp } from '../../tests/support/records-backend';
import { partnerStudy } from '../../tests/support/samples';
import { MedicalRecords } from './medical-records';
import { TYPING_PAUSE } from './use-systems';

const assign = vi.fn();
const LABEL = 'City, ZIP Code or Name of Your Hospital or Clinic';

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(location, 'assign').mockImplementation(assign);
  history.replaceState(null, '', '/connect-to-emr/0123abcd/sys1/-/STU02001');
});

afterEach(() => {
  vi.useRealTimers();
});

async function open(replies: Record<string, Reply> = {}) {
  const backend = recordsBackend(replies);
  render(<MedicalRecords />);
  await screen.findByRole('heading', { name: /^(Choose Your Health System|Find a Study First)$/ });
  return backend;
}

const searched = (backend: Awaited<ReturnType<typeof open>>) =>
  backend.to('/backend/emr/healthSystems').map(({ query }) => Object.fromEntries(query));

describe('the header', () => {
  it('has the steps Register, Systems, Share EMR, and Complete, and marks the current one', async () => {
    await open();
    const steps = within(screen.getByRole('list', { name: 'Steps to Share Your Records' }));
    const texts = steps.getAllByRole('listitem').map((step) => step.textContent);
    expect(texts).toEqual(['Register', 'Systems', 'Share EMR', 'Complete']);
    expect(steps.getByText('Systems').closest('li')?.getAttribute('aria-current')).toBe('step');
  });

  it('marks Register as done after a sign-up', async () => {
    await open({ 'GET /backend/participant': () => signedUp() });
    expect(screen.getByText('(done)').parentElement?.textContent).toBe('Register (done)');
  });
});

describe('the list of health systems', () => {
  it('starts with the city of the visit', async () => {
    sessionStorage.setItem('city', 'Cleveland');
    const backend = await open();
    expect((screen.getByLabelText(LABEL) as HTMLInputElement).value).toBe('Cleveland');
    await screen.findByText('2 health systems');
    expect(searched(backend)).toEqual([{ search: 'Cleveland' }]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('starts with the city of a legacy link, and names the participant', async () => {
    history.replaceState(null, '', '/medical-records/PT0123456789AB/New%20York');
    const backend = await open({ 'GET /backend/participant': () => signedUp() });
    await screen.findByText('2 health systems');
    expect(searched(backend)).toEqual([{ number: 'PT0123456789AB', search: 'New York' }]);
  });

  it('shows an image or the first letter, a subtitle, and a button for each system', async () => {
    await open();
    const list = within(await screen.findByRole('region', { name: 'Health Systems' }));
    const [harbor, lake] = list.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(harbor.querySelector('[aria-hidden="true"]')?.textContent).toBe('H');
    expect(harbor.querySelector('img')).toBeNull();
    expect(within(harbor).getByText('Harbor Health, Cleveland, OH')).toBeTruthy();
    expect(within(harbor).getByRole('button', { name: 'Connect Harbor Health' })).toBeTruthy();
    expect(lake.querySelector('img')?.getAttribute('src')).toBe('/logos/lake.svg');
    expect(lake.querySelector('[aria-hidden="true"]')).toBeNull();
  });

  it('names the portal, the distance, the health system of a hospital, and entries that look alike', async () => {
    const [harbor] = SYSTEMS;
    const hospital = {
      ...harbor,
      name: 'Harbor General',
      miles: 3,
      portals: ['MyHarbor'],
      system: 'Harbor Health',
    };
    const twin = { ...hospital, name: 'Harbor Twin', copy: { number: 1, total: 2 } };
    await open({
      '/backend/emr/healthSystems': () => ({ output: [hospital, twin], total: 2, none_near: null }),
    });
    const list = within(await screen.findByRole('region', { name: 'Health Systems' }));
    const [first, second] = list.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(within(first).getByText('Harbor General, Cleveland, OH, 3 miles away')).toBeTruthy();
    expect(within(first).getByText('Patient portal: MyHarbor')).toBeTruthy();
    expect(within(first).getByText('Your records are kept by Harbor Health.')).toBeTruthy();
    expect(within(second).getByText(/^1 of 2 entries that look the same/)).toBeTruthy();
  });

  it.each([
    ['es', 'Portal del paciente: MyHarbor', 'Conectar con Harbor Health', '2 sistemas de salud'],
    ['vi', 'Cổng thông tin bệnh nhân: MyHarbor', 'Kết nối với Harbor Health', '2 hệ thống y tế'],
  ])('is in the language of the page: %s', async (language, portal, button, count) => {
    document.documentElement.lang = language;
    const systems = SYSTEMS.map((system) => ({ ...system, portals: ['MyHarbor'] }));
    await open({ '/backend/emr/healthSystems': () => ({ output: systems, total: 2, none_near: null }) });
    expect((await screen.findAllByText(portal)).length).toBe(2);
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
    expect(screen.getByText(count).getAttribute('role')).toBe('status');
    document.documentElement.lang = 'en';
  });

  it('is focusable where it scrolls', async () => {
    await open();
    const list = await screen.findByRole('region', { name: 'Health Systems' });
    expect(list.tabIndex).toBe(0);
    expect(list.className).toContain('records__scroll--systems');
  });

  it('follows the input after a pause, or at once when it is submitted', async () => {
    const backend = await open();
    await screen.findByText('2 health systems');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.type(screen.getByLabelText(LABEL), 'York');
    expect(searched(backend).length).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(TYPING_PAUSE));
    expect(searched(backend).at(-1)).toEqual({ search: 'York' });
    await user.type(screen.getByLabelText(LABEL), 's{Enter}');
    expect(searched(backend).at(-1)).toEqual({ search: 'Yorks' });
    await act(() => vi.advanceTimersByTimeAsync(TYPING_PAUSE));
    expect(searched(backend).length).toBe(3);
  });

  it('says how many there are when it does not show all', async () => {
    await open({ '/backend/emr/healthSystems': () => ({ output: SYSTEMS, total: 345, none_near: null }) });
    expect(await screen.findByText(/Showing 2 of 345 health systems/)).toBeTruthy();
  });

  it('says when the nearest are far away', async () => {
    const far = { output: SYSTEMS, total: 2, none_near: 'Anchorage, Alaska' };
    await open({ '/backend/emr/healthSystems': () => far });
    const sentence = 'We found none within 50 miles of Anchorage, Alaska. These are the nearest.';
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('suggests what to try when none is found, and links to the form', async () => {
    sessionStorage.setItem('city', 'Nowhere');
    await open({ '/backend/emr/healthSystems': () => ({ output: [], total: 0, none_near: null }) });
    expect(await screen.findByText(/We found none. Try a city nearby/)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Health Systems' })).toBeNull();
    const link = screen.getByRole('link', { name: 'enter your details by hand' });
    expect(link.getAttribute('href')).toBe('/enroll/STU02001');
  });

  it('reports a failed search with a status, and can try again', async () => {
    let reply: Reply = unreachable;
    await open({ '/backend/emr/healthSystems': (call) => reply(call) });
    const quiet = await screen.findByText('We could not load the list.');
    expect(quiet.closest('[role]')?.getAttribute('role')).toBe('status');
    expect(screen.queryByRole('region', { name: 'Health Systems' })).toBeNull();
    reply = () => ({ output: SYSTEMS, total: 2, none_near: null });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: 'Connect Lake Clinic' })).toBeTruthy();
  });
});

describe('connecting a health system', () => {
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Connect Harbor Health' }));

  it('explains first what will happen', async () => {
    await open();
    expect(screen.getByText(/We never see your password/)).toBeTruthy();
    expect(screen.getByText(/Nothing is shared before you choose/)).toBeTruthy();
    expect(screen.getByText(/deleted after two hours/)).toBeTruthy();
  });

  it('opens the server’s address in the same tab, once', async () => {
    const backend = await open();
    await press();
    await press();
    expect(backend.to('/backend/emr/connect').map(({ body }) => body)).toEqual([
      { system: 'harbor', study_number: 'STU02001' },
    ]);
    expect(assign.mock.calls).toEqual([['/backend/emr/go?state=abc']]);
  });

  it('reports a failure, and can try again', async () => {
    const detail = 'This health system does not answer now.';
    let reply: Reply = () => problem(502, 'health_system_failed', detail);
    await open({ '/backend/emr/connect': (call) => reply(call) });
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
    expect(assign).not.toHaveBeenCalled();
    reply = () => ({ address: '/on' });
    await press();
    expect(assign.mock.calls).toEqual([['/on']]);
  });

  it('replaces the message above the search with the failure, and focuses it', async () => {
    history.replaceState(null, '', '/connect-to-emr/STU02001?problem=expired');
    const detail = 'This health system does not answer now.';
    await open({ '/backend/emr/connect': () => problem(502, 'health_system_failed', detail) });
    for (let attempt = 0; attempt < 2; attempt++) {
      await press();
      const alert = await screen.findByText(detail);
      expect(document.activeElement).toBe(alert);
      expect(screen.getAllByRole('alert')).toEqual([alert]);
      const position = alert.compareDocumentPosition(screen.getByRole('search'));
      expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  it.each([
    ['the sign-up', signedUp(), 'STU02001'],
    ['the draft', { data: null, draft: { study_number: 'STU02002', answers: [], form: {} } }, 'STU02002'],
  ])('is for the study of %s if the address names none', async (_, participant, study_number) => {
    history.replaceState(null, '', '/medical-records');
    const backend = await open({ 'GET /backend/participant': () => participant });
    await press();
    expect(backend.to('/backend/emr/connect')[0]?.body).toEqual({ system: 'harbor', study_number });
  });

  it('is for the study with the registry number in the address', async () => {
    history.replaceState(null, '', '/connect-to-emr/0123abcd/sys1/-/nct04611802');
    const backend = await open({ '/backend/study': () => ({ result: [], page: partnerStudy() }) });
    await press();
    expect(backend.to('/backend/emr/connect')[0]?.body).toMatchObject({ study_number: 'STU02001' });
  });

  it('starts over when the records are for another study', async () => {
    history.replaceState(null, '', '/connect-to-emr/0123abcd/sys1/-/stu09999');
    const backend = await open({ '/backend/emr/records': () => connected() });
    await press();
    expect(backend.to('/backend/emr/connect')[0]?.body).toMatchObject({ study_number: 'STU09999' });
  });
});

describe('a health system that returned the visitor without records', () => {
  it.each([
    ['refused', 'You or the health system said no, so no records were read.'],
    [
      'nothing',
      'You did not allow us to see any records. To go on, choose your health system again and leave at least one kind of record checked.',
    ],
    ['failed', 'We could not connect to the health system. Try again, or choose another one.'],
    [
      'unsupported',
      'This health system’s setup does not work with our site, so trying again will not help. Choose another health system, or sign up without records.',
    ],
    [
      'expired',
      'This connection took too long, was used already, or was begun again in another tab. Go on there, or choose your health system again.',
    ],
  ])('is reported: %s', async (word, sentence) => {
    history.replaceState(null, '', `/medical-records?problem=${word}`);
    await open({ 'GET /backend/participant': () => signedUp() });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe(sentence);
    expect(alert.previousElementSibling).toBe(screen.getByRole('heading', { level: 1 }));
    expect(await screen.findByRole('button', { name: 'Connect Harbor Health' })).toBeTruthy();
    expect(location.search).toBe('');
  });

  it('links to the earlier records after an expired connection, which may be another person’s', async () => {
    history.replaceState(null, '', '/connect-to-emr/STU02001?problem=expired');
    const backend = await open({ '/backend/emr/records': () => connected() });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('that we read before at Harbor Health, they are still here.');
    expect(within(alert).getByRole('link', { name: 'See Whose They Are' }).getAttribute('href')).toBe(
      '/medical-records',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Harbor Health' }));
    expect(backend.to('/backend/emr/connect')[0]?.body).toMatchObject({ study_number: 'STU02001' });
  });

  it('links to no earlier records if there are none', async () => {
    history.replaceState(null, '', '/connect-to-emr/STU02001?problem=expired');
    await open({ '/backend/emr/records': () => connected([[], [], [], []]) });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^This connection took too long/);
    expect(within(alert).queryByRole('link')).toBeNull();
  });

  it('continues for the study in the return address', async () => {
    history.replaceState(null, '', '/connect-to-emr/STU02001?problem=failed');
    const backend = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Harbor Health' }));
    expect(backend.to('/backend/emr/connect')[0]?.body).toMatchObject({ study_number: 'STU02001' });
    expect(screen.queryByText(/we need to know which one/)).toBeNull();
  });

  it('never shows text from the address', async () => {
    history.replaceState(null, '', '/medical-records?problem=toString');
    await open();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(location.search).toBe('');
  });
});

describe('a legacy link', () => {
  it.each(['?dob=1956-03-27&gender=female', '?gender=female&dob=1956-03-27'])(
    'sends the person in any order, and the address loses it at once: %s',
    async (query) => {
      history.replaceState(null, '', `/medical-records/PT0123456789AB/Cleveland${query}`);
      let before = '';
      const backend = await open({
        '/backend/emr/person': () => {
          before = location.href;
          return { result: 'kept' };
        },
      });
      expect(backend.calls[0]).toMatchObject({
        path: '/backend/emr/person',
        body: { dob: '1956-03-27', gender: 'female' },
      });
      expect(new URL(before).search).toBe('');
      expect(location.pathname + location.search).toBe('/medical-records/PT0123456789AB/Cleveland');
      expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    },
  );

  it('that the server rejects changes nothing else', async () => {
    history.replaceState(null, '', '/medical-records/PT0123456789AB/Cleveland?dob=nonsense');
    const backend = await open({ '/backend/emr/person': () => problem(400, 'invalid', 'No date') });
    expect(backend.to('/backend/emr/person')[0]?.body).toEqual({ dob: 'nonsense', gender: '' });
  });
});
