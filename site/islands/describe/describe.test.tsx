import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply, unreachable } from '../../tests/support/fake-backend';
import { COUNTRIES } from '../../tests/support/samples';
import { SearchBox } from '../search-box/search-box';

const PATH = '/backend/describe';
const ASTHMA = { name: 'Asthma', stage: null, is_past: false, markers: [], q: 'Asthma' };
const CANCER = {
  name: 'Breast Cancer',
  stage: 'IV',
  is_past: false,
  markers: ['HER2-negative'],
  q: 'Breast Cancer HER2-negative',
};
const AGE = { name: 'age', value: '58', label: 'Age 58' };
const NEAR = { name: 'near', value: 'Cleveland, Ohio', label: 'Near Cleveland, Ohio' };

function answer(understood: object, country = 'UNITED STATES', help: string | null = null) {
  const nothing = { conditions: [], symptoms: [], filters: [], treatments: [], denied: [] };
  return { understood: { ...nothing, ...understood }, in: country, search: null, help };
}

const sent = vi.fn<(q: string) => void>();
const onSubmit = (event: SubmitEvent) => {
  if (!event.defaultPrevented) {
    const form = event.target as HTMLFormElement;
    sent(`${form.getAttribute('action')}?${new URLSearchParams(new FormData(form) as never)}`);
    event.preventDefault();
  }
};

beforeEach(() => {
  sent.mockClear();
  window.addEventListener('submit', onSubmit);
});
afterEach(() => window.removeEventListener('submit', onSubmit));

/** Opens the description, and returns its field and the server's calls. */
async function open(reply: Reply) {
  const backend = fakeBackend({ [PATH]: reply });
  render(
    <SearchBox condition="" country="UNITED STATES" countries={COUNTRIES} action="/results" folds={false} />,
  );
  const details = document.querySelector('details') as HTMLDetailsElement;
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Describe yourself, or paste/);
  return { field, backend };
}

async function read(field: HTMLElement, text = 'I have asthma') {
  await userEvent.type(field, text);
  await userEvent.click(screen.getByRole('button', { name: 'Read My Description' }));
}

const search = () => userEvent.click(screen.getByRole('button', { name: 'Search With These' }));
const statuses = () => screen.getAllByRole('status').map((status) => status.textContent);

describe('the text', () => {
  it('is posted with the country of the search box and the language of the page, and no address or storage has it', async () => {
    const { field, backend } = await open(() => answer({ conditions: [ASTHMA] }));
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'CANADA');
    await read(field, 'I have asthma');
    await screen.findByRole('button', { name: 'Remove: Asthma' });
    expect(backend.to(`POST ${PATH}`).map(({ body }) => body)).toEqual([
      { text: 'I have asthma', in: 'CANADA', language: 'en' },
    ]);
    expect(field.name).toBe('');
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    await search();
    expect(sent.mock.calls.flat().join()).not.toContain('I+have');
  });

  it.each([
    ['', /^Type your description/],
    ['x'.repeat(4001), /^Your description is too long\. Use 4,000 .* You have 1 too many$/],
  ])('is checked before it is sent, and the field says what to do', async (text, error) => {
    const { field, backend } = await open(() => answer({}));
    if (text) {
      await userEvent.click(field);
      await userEvent.paste(text);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Read My Description' }));
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)[0]).toMatch(error);
    expect(backend.calls).toEqual([]);
  });

  it('is counted only near its limit', async () => {
    const { field } = await open(() => answer({}));
    await userEvent.click(field);
    await userEvent.paste('x'.repeat(3000));
    expect(statuses().join('')).toBe('');
    await userEvent.paste('x'.repeat(999));
    expect(statuses()).toContain('1 character left');
    await userEvent.paste('xxx');
    expect(statuses()).toContain('2 characters too many');
  });

  it.each([
    ['an unreachable server', unreachable, /^We can’t reach our server right now/],
    [
      'too many requests',
      () => problem(429, 'too_many_requests', 'Please wait 1 minute and try again.'),
      /^Please wait 1 minute/,
    ],
    ['a broken server', () => new Response('oops', { status: 502 }), /^Something went wrong on our side/],
  ])('stays in the field after %s, with an alert', async (_, reply, message) => {
    const { field } = await open(reply);
    await read(field);
    expect((await screen.findByRole('alert')).textContent).toMatch(message);
    expect(field.value).toBe('I have asthma');
  });
});

describe('what was understood', () => {
  it('is announced, and the search runs on it', async () => {
    const { field } = await open(() => answer({ conditions: [CANCER], filters: [AGE, NEAR] }));
    await read(field);
    await screen.findByRole('button', { name: 'Remove: Age 58' });
    expect(statuses()).toContain(
      'We understood: Breast Cancer, stage IV, HER2-negative, Age 58, Near Cleveland, Ohio. Check this before you search.',
    );
    await search();
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      '/results?q=Breast+Cancer+HER2-negative&in=UNITED+STATES&age=58&near=Cleveland%2C+Ohio',
    );
  });

  it('can be removed part by part, and the focus moves to the next part', async () => {
    const { field } = await open(() => answer({ conditions: [CANCER], filters: [AGE, NEAR] }));
    await read(field);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: HER2-negative' }));
    expect(document.activeElement?.textContent).toContain('Age 58');
    expect(statuses()).toContain('Removed: HER2-negative');
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Near Cleveland, Ohio' }));
    expect(document.activeElement?.textContent).toContain('Age 58');
    await search();
    expect(sent).toHaveBeenCalledExactlyOnceWith('/results?q=Breast+Cancer&in=UNITED+STATES&age=58');
  });

  it('can be changed part by part, and the focus returns to the part', async () => {
    const { field } = await open(() => answer({ conditions: [CANCER, ASTHMA], filters: [AGE, NEAR] }));
    await read(field);
    const change = async (part: string, label: string) => {
      await userEvent.click(await screen.findByRole('button', { name: `Change: ${part}` }));
      const chips = within(screen.getByRole('list', { name: 'What We Understood' }));
      const input = chips.getByLabelText<HTMLInputElement>(label);
      expect(document.activeElement).toBe(input);
      expect(input.name).toBe('');
      return input;
    };
    await userEvent.clear(await change('Breast Cancer, stage IV', 'Condition'));
    await userEvent.keyboard('Lung cancer{Enter}');
    expect(document.activeElement?.textContent).toBe('Change: Lung cancer');
    expect(statuses()).toContain('Changed: Condition');
    const age = await change('Age 58', 'Age');
    expect(age.value).toBe('58');
    await userEvent.keyboard('581{Enter}');
    expect(age.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(age.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /^Type your age in years, from 0 to 130/,
    );
    expect(document.activeElement).toBe(age);
    await userEvent.clear(age);
    await userEvent.keyboard('59');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(document.activeElement?.textContent).toBe('Change: Age 59');
    await change('Near Cleveland, Ohio', 'City or ZIP Code');
    await userEvent.keyboard('Toronto{Escape}');
    expect(document.activeElement?.textContent).toBe('Change: Near Cleveland, Ohio');
    expect(sent).not.toHaveBeenCalled();
    await search();
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      '/results?q=Lung+cancer+HER2-negative&in=UNITED+STATES&age=59&near=Cleveland%2C+Ohio',
    );
  });

  it('can be completed, and a changed place may be in another country', async () => {
    const { field } = await open(() => answer({ conditions: [ASTHMA], filters: [NEAR] }));
    await read(field);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Sex' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Choose female or male')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Sex'), 'Female');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(document.activeElement?.textContent).toBe('Change: Female');
    await userEvent.click(screen.getByRole('button', { name: 'Change: Near Cleveland, Ohio' }));
    await userEvent.keyboard('Toronto{Enter}');
    const [, country] = screen.getAllByLabelText<HTMLSelectElement>('Country');
    await userEvent.selectOptions(country as HTMLSelectElement, 'CANADA');
    await search();
    expect(sent).toHaveBeenCalledExactlyOnceWith('/results?q=Asthma&in=CANADA&gender=female&near=Toronto');
  });

  it('a condition that the person only had is called its history', async () => {
    const { field } = await open(() =>
      answer({ conditions: [ASTHMA, { ...CANCER, is_past: true, markers: [] }] }),
    );
    await read(field);
    expect(await screen.findByRole('radio', { name: 'History of Breast Cancer, stage IV' })).toBeTruthy();
  });

  it('without a condition that is left, it says what to do', async () => {
    const { field } = await open(() => answer({ conditions: [ASTHMA] }));
    await read(field);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: Asthma' }));
    expect(document.activeElement?.textContent).toBe('What We Understood');
    await search();
    expect(screen.getByText(/^Choose what to search for/)).toBeTruthy();
    expect(sent).not.toHaveBeenCalled();
  });

  it('offers a choice among several conditions', async () => {
    const { field } = await open(() => answer({ conditions: [ASTHMA, CANCER] }));
    await read(field);
    const group = await screen.findByRole('group', { name: 'Which condition should we search for?' });
    expect(within(group).getByRole<HTMLInputElement>('radio', { name: 'Asthma' }).checked).toBe(true);
    await userEvent.click(within(group).getByRole('radio', { name: 'Breast Cancer, stage IV' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Asthma' }));
    await search();
    expect(sent).toHaveBeenCalledExactlyOnceWith('/results?q=Breast+Cancer+HER2-negative&in=UNITED+STATES');
  });

  it('a symptom is searched for only if the person chooses it', async () => {
    const { field } = await open(() => answer({ symptoms: ['Fatigue', 'Headache'] }));
    await read(field);
    const group = await screen.findByRole('group', { name: /^You named a symptom or a suspicion/ });
    await search();
    expect(sent).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(within(group).getByRole('radio', { name: 'Fatigue' }));
    await userEvent.click(within(group).getByRole('radio', { name: 'Headache' }));
    await search();
    expect(sent).toHaveBeenCalledExactlyOnceWith('/results?q=Headache&in=UNITED+STATES');
  });

  it('the country can be chosen unless a place says it', async () => {
    const { field } = await open(() => answer({ conditions: [ASTHMA], filters: [NEAR] }, 'CANADA'));
    await read(field);
    const remove = await screen.findByRole('button', { name: 'Remove: Near Cleveland, Ohio' });
    expect(screen.getAllByLabelText('Country')).toHaveLength(1);
    await userEvent.click(remove);
    const [, country] = screen.getAllByLabelText<HTMLSelectElement>('Country');
    expect(country?.value).toBe('CANADA');
    await userEvent.selectOptions(country as HTMLSelectElement, 'VIETNAM');
    await search();
    expect(sent).toHaveBeenCalledExactlyOnceWith('/results?q=Asthma&in=VIETNAM');
  });

  it('studies about a denied condition are left out only if the person chooses so', async () => {
    const { field } = await open(() => answer({ conditions: [ASTHMA], denied: ['Diabetes'] }));
    await read(field);
    const box = await screen.findByRole('checkbox', { name: 'Diabetes' });
    await search();
    await userEvent.click(box);
    await search();
    expect(sent.mock.calls.flat()).toEqual([
      '/results?q=Asthma&in=UNITED+STATES',
      '/results?q=Asthma%2C+no+Diabetes&in=UNITED+STATES',
    ]);
  });

  it('treatments and symptoms beside a condition are shown as not searched and can be removed', async () => {
    const treatments = [
      { name: 'Montelukast', is_current: true },
      { name: 'Carboplatin', is_current: false },
    ];
    const { field } = await open(() => answer({ conditions: [ASTHMA], treatments, symptoms: ['Fatigue'] }));
    await read(field);
    const list = await screen.findByRole('list', { name: 'Also in Your Description' });
    const names = () =>
      within(list)
        .queryAllByRole('button')
        .map((button) => button.textContent);
    expect(names()).toEqual([
      'Change: Treatment now: Montelukast',
      'Remove: Treatment now: Montelukast×',
      'Change: Treatment before: Carboplatin',
      'Remove: Treatment before: Carboplatin×',
      'Remove: Symptom or suspicion: Fatigue×',
    ]);
    expect(screen.getByText(/^The search doesn’t use these/)).toBeTruthy();
    await userEvent.click(
      within(list).getByRole('button', { name: 'Remove: Treatment before: Carboplatin' }),
    );
    expect(document.activeElement?.textContent).toBe('Remove: Symptom or suspicion: Fatigue×');
    for (const button of within(list).getAllByRole('button', { name: /^Remove/ })) {
      await userEvent.click(button);
    }
    expect(names()).toEqual([]);
    expect(document.activeElement?.textContent).toBe('Also in Your Description');
  });

  it('a treatment can be changed in place: its name, and whether it goes on', async () => {
    const treatments = [
      { name: 'Valsartan', is_current: true },
      { name: 'Carboplatin', is_current: false },
    ];
    const { field } = await open(() => answer({ conditions: [ASTHMA], treatments }));
    await read(field);
    const list = await screen.findByRole('list', { name: 'Also in Your Description' });
    const change = (part: string) =>
      userEvent.click(within(list).getByRole('button', { name: `Change: ${part}` }));
    await change('Treatment now: Valsartan');
    const name = within(list).getByLabelText<HTMLInputElement>('Treatment');
    expect([document.activeElement === name, name.name, name.value]).toEqual([true, '', 'Valsartan']);
    await userEvent.clear(name);
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText(/^Type the name of the treatment/)).toBeTruthy();
    await userEvent.keyboard('Carboplatin{Enter}');
    expect(screen.getByText('This treatment is in the list already')).toBeTruthy();
    await userEvent.clear(name);
    await userEvent.keyboard('Entresto');
    await userEvent.selectOptions(within(list).getByLabelText('When You Have or Had It'), 'I had it before');
    await userEvent.click(within(list).getByRole('button', { name: 'Save' }));
    expect(document.activeElement?.textContent).toBe('Change: Treatment before: Entresto');
    expect(statuses()).toContain('Changed: Treatment');
    await change('Treatment before: Carboplatin');
    await userEvent.keyboard('Cisplatin{Escape}');
    expect(document.activeElement?.textContent).toBe('Change: Treatment before: Carboplatin');
    await search();
    expect(sent).toHaveBeenCalledExactlyOnceWith('/results?q=Asthma&in=UNITED+STATES');
  });

  it('help for an emergency comes first and has numbers to call', async () => {
    const { field } = await open(() =>
      answer({ symptoms: ['Chest Pain'] }, 'UNITED STATES', 'Call 911 now.'),
    );
    await read(field);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Call 911 now.');
    expect(within(alert).getByRole('link', { name: '911' }).getAttribute('href')).toBe('tel:911');
  });

  it('if it is nothing, the status says what to do', async () => {
    const { field } = await open(() => answer({ filters: [AGE] }));
    await read(field);
    expect(await screen.findByText(/^We found no condition in your description/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Search With These' })).toBeNull();
  });
});

it.each([
  ['es', 'Descríbase, o pegue una nota o carta de su médico'],
  ['vi', 'Mô tả bản thân, hoặc dán ghi chú hay thư của bác sĩ'],
])('the description is in the language of the page: %s', async (lang, label) => {
  document.documentElement.lang = lang;
  fakeBackend({});
  render(
    <SearchBox condition="" country="UNITED STATES" countries={COUNTRIES} action="/results" folds={false} />,
  );
  const details = document.querySelector('details') as HTMLDetailsElement;
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  expect(await screen.findByLabelText(label)).toBeTruthy();
  document.documentElement.lang = 'en';
});
