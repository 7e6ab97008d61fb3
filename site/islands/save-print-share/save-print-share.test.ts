import { beforeEach, describe, expect, it, vi } from 'vitest';
import { savedStudies, setStudySaved } from '../saved/saved-studies';
import { mount } from './save-print-share';

beforeEach(() => localStorage.clear());

describe('saved studies', () => {
  it('are stored as unique numbers only, the newest first', () => {
    setStudySaved('NCT00000001', true);
    setStudySaved('STU02001', true);
    setStudySaved('NCT00000001', true);
    expect(savedStudies()).toEqual(['NCT00000001', 'STU02001']);
    expect({ ...localStorage }).toEqual({ saved_studies: '["NCT00000001","STU02001"]' });
    setStudySaved('NCT00000001', false);
    setStudySaved('STU02001', false);
    expect({ ...localStorage }).toEqual({});
  });

  it('are limited to 50', () => {
    for (let number = 10; number < 70; number += 1) {
      setStudySaved(`NCT000000${number}`, true);
    }
    expect([savedStudies().length, savedStudies()[0]]).toEqual([50, 'NCT00000069']);
  });

  it.each(['{', '{}', '"NCT00000001"', '[1, "<script>", "NCT1"]'])(
    'are empty when the stored value is invalid: %s',
    (kept) => {
      localStorage.setItem('saved_studies', kept);
      expect(savedStudies()).toEqual([]);
    },
  );

  it('are not stored by a browser that refuses storage', () => {
    const refusing = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('no room');
      },
    };
    vi.stubGlobal('localStorage', refusing);
    const worked = setStudySaved('NCT00000001', true);
    vi.unstubAllGlobals();
    expect(worked).toBe(false);
  });
});

describe('the action bar of a study', () => {
  const button = (name: string) => document.querySelector(`[data-action="${name}"]`) as HTMLButtonElement;
  const said = () => document.querySelector('[role="status"]')?.textContent;

  function put(id: string) {
    document.body.innerHTML = `<div data-study="${id}">
      <button data-action="save"></button><button data-action="print"></button>
      <button data-action="share"></button><p role="status"></p></div>`;
    mount(document.querySelector('[data-study]') as HTMLElement);
  }

  it('is marked as alive, and saves and forgets the study', () => {
    put('NCT00000001');
    expect(document.querySelector<HTMLElement>('[data-study]')?.dataset.alive).toBe('');
    expect(button('save').textContent).toBe('Save This Study');
    button('save').click();
    expect([button('save').textContent, button('save').getAttribute('aria-pressed')]).toEqual([
      'Saved',
      'true',
    ]);
    expect([savedStudies(), said()]).toEqual([['NCT00000001'], 'Saved on this device. Nobody else sees it.']);
    button('save').click();
    expect([savedStudies(), said()]).toEqual([[], 'No longer saved.']);
  });

  it('takes the study from the address when the page names none', () => {
    history.replaceState(null, '', '/study/nct00000002');
    put('');
    button('save').click();
    expect(savedStudies()).toEqual(['NCT00000002']);
  });

  it('shares the address without the search', async () => {
    history.replaceState(null, '', '/study/NCT00000001?q=asthma&in=USA#criteria');
    const copy = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText: copy } });
    put('NCT00000001');
    button('share').click();
    await vi.waitFor(() => expect(said()).toBe('The link is copied.'));
    expect(copy).toHaveBeenCalledExactlyOnceWith('http://localhost:3000/study/NCT00000001');
  });

  it('prints the page', () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    put('NCT00000001');
    button('print').click();
    expect(print).toHaveBeenCalledOnce();
  });
});
