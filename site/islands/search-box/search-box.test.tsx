import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, json, unreachable } from '../../tests/support/fake-backend';
import { COUNTRIES } from '../../tests/support/samples';
import { MISSING_CONDITION_OR_COUNTRY, TOO_LONG } from '../messages/search';
import { SearchBox } from './search-box';
import { showInBox } from './show-in-box';

const LUNG = { output: { suggestions: [['Lung Cancer'], ['Lung Transplant Rejection']] } };

const sent = vi.fn<(q: string) => void>();
const onSubmit = (event: SubmitEvent) => {
  if (!event.defaultPrevented) {
    sent(new URLSearchParams(new FormData(event.target as HTMLFormElement) as never).toString());
    event.preventDefault();
  }
};

beforeEach(() => {
  sent.mockClear();
  window.addEventListener('submit', onSubmit);
});
afterEach(() => window.removeEventListener('submit', onSubmit));

function show(condition = '') {
  render(
    <SearchBox
      condition={condition}
      country="UNITED STATES"
      countries={COUNTRIES}
      action="/results"
      folds={false}
    />,
  );
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Condition' });
}

describe('on the results page', () => {
  afterEach(() => history.replaceState(null, '', '/'));

  it.each([
    ['?q=ulcer&in=canada', 'ulcer', 'CANADA'],
    ['?q=ulcer&in=Atlantis', 'ulcer', 'UNITED STATES'],
    ['?q=&in=', '', 'UNITED STATES'],
  ])('the box shows the search of the address: %s', (query, condition, country) => {
    history.replaceState(null, '', `/results${query}`);
    expect(show().value).toBe(condition);
    expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe(country);
  });

  it('a box that folds has a line with the search, and a button that opens the form', async () => {
    history.replaceState(null, '', '/results?q=ulcer&in=canada');
    render(<SearchBox condition="" country="UNITED STATES" countries={COUNTRIES} action="/results" folds />);
    expect(document.querySelector('.search-line__words')?.textContent).toBe('ulcer in canada');
    const edit = screen.getByRole('button', { name: 'Edit Search' });
    const form = document.getElementById(edit.getAttribute('aria-controls') ?? '');
    expect(form?.closest('.is-folded')).not.toBeNull();
    expect(edit.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(edit);
    expect(form?.closest('.is-folded')).toBeNull();
    expect(edit.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Condition' }));
  });

  it('a box does not fold if the address has an empty search', () => {
    history.replaceState(null, '', '/results?q=&in=canada');
    render(<SearchBox condition="" country="UNITED STATES" countries={COUNTRIES} action="/results" folds />);
    expect(screen.queryByRole('button', { name: 'Edit Search' })).toBeNull();
    expect(document.querySelector('.is-folded')).toBeNull();
  });

  it('the search is shown before the box is hydrated, and typed text stays', () => {
    document.body.innerHTML =
      '<div data-island="search-box"><input name="q"><select name="in"><option>CANADA<option>VIETNAM</select></div>';
    const [typed, country] = [document.querySelector('input'), document.querySelector('select')];
    showInBox('q', 'ulcer');
    showInBox('q', 'asthma');
    showInBox('in', 'VIETNAM');
    expect([typed?.value, country?.value]).toEqual(['ulcer', 'VIETNAM']);
    showInBox('in', 'ATLANTIS');
    expect(country?.value).toBe('VIETNAM');
    document.body.innerHTML = '';
  });
});

describe('suggestions', () => {
  it('arrow keys copy the highlighted suggestion into the box', async () => {
    fakeBackend({ '/backend/suggestions': () => LUNG });
    const box = show();
    await userEvent.type(box, 'lung');
    await screen.findByRole('option', { name: 'Lung Cancer' });
    await userEvent.keyboard('{ArrowDown}');
    expect(box.value).toBe('Lung Cancer');
    await userEvent.keyboard('{ArrowDown}');
    expect(box.value).toBe('Lung Transplant Rejection');
    await userEvent.keyboard('{ArrowUp}');
    expect(box.value).toBe('Lung Cancer');
  });

  it('Enter searches for the text in the box, even with a suggestion highlighted', async () => {
    fakeBackend({ '/backend/suggestions': () => LUNG });
    const box = show();
    await userEvent.type(box, 'lung');
    await screen.findByRole('option', { name: 'Lung Cancer' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(sent).toHaveBeenCalledExactlyOnceWith('q=Lung+Cancer&in=UNITED+STATES');
  });

  it('Escape closes the list and leaves the text unchanged', async () => {
    fakeBackend({ '/backend/suggestions': () => LUNG });
    const box = show();
    await userEvent.type(box, 'lung');
    await screen.findByRole('option', { name: 'Lung Cancer' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option', { name: 'Lung Cancer' })).toBeNull();
    expect(box.value).toBe('lung');
    await userEvent.keyboard('{Escape}');
    expect(box.value).toBe('lung');
  });

  it('a click copies a suggestion', async () => {
    fakeBackend({ '/backend/suggestions': () => LUNG });
    const box = show();
    await userEvent.type(box, 'lung');
    await userEvent.click(await screen.findByRole('option', { name: 'Lung Transplant Rejection' }));
    expect(box.value).toBe('Lung Transplant Rejection');
  });

  it('leaving the box chooses nothing', async () => {
    fakeBackend({ '/backend/suggestions': () => LUNG });
    const box = show();
    await userEvent.type(box, 'lung');
    await screen.findByRole('option', { name: 'Lung Cancer' });
    await userEvent.tab();
    expect(box.value).toBe('lung');
    expect(screen.queryByRole('option', { name: 'Lung Cancer' })).toBeNull();
  });

  it('come from a small file, and from the server only if the file has no match', async () => {
    const countries = ['CANADA', 'UNITED STATES'];
    const file = (...suggestions: string[][]) => ({ output: { countries, suggestions } });
    const [cancer, lung] = [
      ['Cancer', '3', 'Neoplasms'],
      ['Lung Cancer', '2', 'Lung Neoplasms'],
    ];
    const backend = fakeBackend({
      '/suggestions/en-l': () => file(['Lung Cancer', '2']),
      '/suggestions/en-lu': () => file(['Lupus', '1'], lung),
      '/suggestions/en-ca': () => file(cancer, ['Canavan Disease', '1'], lung),
      '/backend/suggestions': () => ({ output: { suggestions: [['Cancer'], ['Candidiasis']] } }),
    });
    const box = show();
    const shown = () => screen.queryByRole('listbox', { name: 'Suggestions' });
    const names = () => Array.from(shown()?.children ?? [], (option) => option.textContent);
    await userEvent.type(box, 'lungs');
    await userEvent.type(box, '{Backspace} n');
    await waitFor(() => expect(names()).toEqual(['Lung Neoplasms (Lung Cancer)']));
    expect(backend.to('/suggestions/en-lu')).toHaveLength(1);
    const asked = backend.to('/backend/suggestions').length;
    await userEvent.clear(box);
    await userEvent.type(box, 'cán');
    await waitFor(() => expect(names()).toEqual(['Cancer', 'Lung Cancer']));
    expect(backend.to('/backend/suggestions')).toHaveLength(asked);
    await userEvent.type(box, 'di');
    await waitFor(() => expect(names()).toEqual(['Cancer', 'Candidiasis']));
    const [call] = backend.to('/backend/suggestions').slice(-1);
    expect(call?.body).toEqual({ condition: 'cándi', country: 'UNITED STATES', language: 'en' });
  });

  it('a synonym is shown with the preferred name, and copied without it', async () => {
    const reply = { output: { suggestions: [['Hypertension', 'High Blood Pressure']] } };
    fakeBackend({ '/backend/suggestions': () => reply });
    const box = show();
    await userEvent.type(box, 'hype');
    await screen.findByRole('option', { name: 'Hypertension (High Blood Pressure)' });
    await userEvent.keyboard('{ArrowDown}');
    expect(box.value).toBe('Hypertension');
  });

  it('are of the chosen country, even if it changes after typing', async () => {
    const suggestions = [
      ['Lupus', '1'],
      ['Lung Cancer', '2'],
    ];
    const file = { output: { countries: ['CANADA', 'UNITED STATES'], suggestions } };
    fakeBackend({ '/suggestions/en-l': () => file, '/suggestions/en-lu': () => file });
    const box = show();
    await userEvent.type(box, 'lu');
    await screen.findByRole('option', { name: 'Lung Cancer' });
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'CANADA');
    await userEvent.click(box);
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getAllByRole('option', { name: /^Lu/ })).toHaveLength(1));
    expect(screen.getByRole('option', { name: 'Lupus' })).toBeTruthy();
  });

  it.each([
    ['es', 'es'],
    ['vi', 'vi'],
    ['fr', 'en'],
  ])('are in the language of the page: %s', async (lang, language) => {
    document.documentElement.lang = lang;
    const file = { output: { countries: ['UNITED STATES'], suggestions: [['asma', '1']] } };
    const backend = fakeBackend({ [`/suggestions/${language}-a`]: () => file });
    await userEvent.type(show(), 'a');
    await screen.findByRole('option', { name: 'asma' });
    expect(backend.calls).toHaveLength(1);
    document.documentElement.lang = 'en';
  });

  it('come from the server if the site has no such files, which are requested once', async () => {
    const backend = fakeBackend({
      '/suggestions/en-l': () => new Response('<!doctype html>', { status: 404 }),
      '/suggestions/en-lu': () => new Response('<!doctype html>', { status: 404 }),
      '/backend/suggestions': () => LUNG,
    });
    const box = show();
    await userEvent.type(box, 'lung');
    await screen.findByRole('option', { name: 'Lung Cancer' });
    await userEvent.type(box, ' c');
    await waitFor(() => expect(backend.to('/backend/suggestions').length).toBeGreaterThan(1));
    expect(backend.to('/suggestions/en-lu')).toHaveLength(1);
  });

  it('a late answer for an earlier text is dropped', async () => {
    let answerEarly = (_: Response) => {};
    const early = new Promise<Response>((resolve) => {
      answerEarly = resolve;
    });
    const backend = fakeBackend({
      '/backend/suggestions': ({ body }) =>
        (body as { condition: string }).condition === 'lu' ? early : LUNG,
    });
    const box = show();
    await userEvent.type(box, 'lu');
    await waitFor(() => expect(backend.to('/backend/suggestions')).toHaveLength(1));
    await userEvent.type(box, 'ng');
    await screen.findByRole('option', { name: 'Lung Cancer' });
    answerEarly(json({ output: { suggestions: [['Lupus']] } }));
    await early;
    await new Promise((next) => setTimeout(next, 20));
    expect(screen.queryByRole('option', { name: 'Lupus' })).toBeNull();
    expect(screen.getByRole('option', { name: 'Lung Cancer' })).toBeTruthy();
  });

  it.each(['{Tab}', '{Escape}'])('an answer that arrives after %s opens nothing', async (key) => {
    let reply = (_: Response) => {};
    const late = new Promise<Response>((resolve) => {
      reply = resolve;
    });
    const backend = fakeBackend({ '/backend/suggestions': () => late });
    const box = show();
    await userEvent.type(box, 'lung');
    await waitFor(() => expect(backend.to('/backend/suggestions')).toHaveLength(1));
    await userEvent.keyboard(key);
    const focused = document.activeElement;
    reply(json(LUNG));
    await late;
    await new Promise((next) => setTimeout(next, 20));
    expect(box.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(focused);
  });

  it('a failure shows nothing', async () => {
    const backend = fakeBackend({ '/backend/suggestions': unreachable });
    const box = show();
    await userEvent.type(box, 'lung');
    await waitFor(() => expect(backend.to('/backend/suggestions')).toHaveLength(1));
    expect(box.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('searching', () => {
  it('a search without a condition shows the alert and is not sent', async () => {
    const box = show();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(screen.getByRole('alertdialog').textContent).toContain(MISSING_CONDITION_OR_COUNTRY);
    expect(sent).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(document.activeElement).toBe(box);
  });

  it('a search that is too long says so, keeps the text, and is not sent', async () => {
    fakeBackend({ '/backend/suggestions': () => ({ output: { suggestions: [] } }) });
    const box = show();
    box.focus();
    await userEvent.paste('a'.repeat(201));
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(screen.getByRole('alertdialog').textContent).toContain(TOO_LONG);
    expect(sent).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(box.value).toHaveLength(201);
  });

  it('condition and country are stored for this visit', async () => {
    fakeBackend({ '/backend/suggestions': () => ({ output: { suggestions: [] } }) });
    const box = show();
    await userEvent.type(box, ' asthma ');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'CANADA');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(sent).toHaveBeenCalledOnce();
    expect({ ...sessionStorage }).toEqual({ condition: 'asthma', country: 'CANADA' });
  });
});
