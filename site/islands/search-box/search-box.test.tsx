import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, json, unreachable } from '../../tests/support/fake-backend';
import { COUNTRIES } from '../../tests/support/samples';
import { MISSING_CONDITION_OR_COUNTRY, TOO_LONG } from '../messages/search';
import { SearchBox } from './search-box';
import { showInBox } from './show-in-box';

const LUNG = { output: { suggestions: [['Lung Cancer', 'D008175'], ['Lung Transplant Rejection']] } };

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
  render(<SearchBox condition={condition} country="UNITED STATES" countries={COUNTRIES} action="/results" />);
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
    const file = [
      ['cancer', 'D009369', 90],
      ['lung cancer', 'D008175', 40],
      ['Lung Neoplasms', 'D008175', 40],
      ['liver cancer', 'D008113', 30],
      ['cancer of the skin', 'D012878', 20],
    ];
    const backend = fakeBackend({
      '/suggestions/l': () => ({ output: { suggestions: [file[1], file[3]] } }),
      '/suggestions/lu': () => ({ output: { suggestions: [file[1], file[2]] } }),
      '/suggestions/ca': () => ({ output: { suggestions: [['Melanoma cancer', 'D012878', 20], ...file] } }),
      '/backend/suggestions': () => ({ output: { suggestions: [['cancer'], ['candidiasis']] } }),
    });
    const box = show();
    const shown = () => screen.queryByRole('listbox', { name: 'Suggestions' });
    const names = () => Array.from(shown()?.children ?? [], (option) => option.textContent);
    await userEvent.type(box, 'lungs');
    await userEvent.type(box, '{Backspace} can');
    await waitFor(() => expect(names()).toEqual(['lung cancer']));
    expect(backend.to('/suggestions/lu')).toHaveLength(1);
    const asked = backend.to('/backend/suggestions').length;
    await userEvent.clear(box);
    await userEvent.type(box, 'cáncer');
    await waitFor(() =>
      expect(names()).toEqual(['Melanoma cancer', 'cancer', 'lung cancer', 'liver cancer']),
    );
    expect(backend.to('/backend/suggestions')).toHaveLength(asked);
    await userEvent.type(box, '{Backspace}{Backspace}di');
    await waitFor(() => expect(names()).toEqual(['cancer', 'candidiasis']));
  });

  it('come from the server if the site has no such files, which are requested once', async () => {
    const backend = fakeBackend({
      '/suggestions/l': () => new Response('<!doctype html>', { status: 404 }),
      '/suggestions/lu': () => new Response('<!doctype html>', { status: 404 }),
      '/backend/suggestions': () => LUNG,
    });
    const box = show();
    await userEvent.type(box, 'lung');
    await screen.findByRole('option', { name: 'Lung Cancer' });
    await userEvent.type(box, ' c');
    await waitFor(() => expect(backend.to('/backend/suggestions').length).toBeGreaterThan(1));
    expect(backend.to('/suggestions/lu')).toHaveLength(1);
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
    answerEarly(json({ output: { suggestions: ['Lupus'] } }));
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
