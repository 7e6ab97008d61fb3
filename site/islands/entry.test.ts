import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSignUp, forgetSignUp, rememberPageBeforeSignUp, SIGN_UP_KEYS } from './enroll/sign-up-storage';
import { leaveFor } from './leave-for';
import { unfoldForPrint } from './save-print-share/unfold-for-print';
import { markEmbedding } from './start-up/embedding';
import { removeServiceWorkers } from './start-up/service-workers';
import { wake } from './start-up/waking';
import { leadBackToSearch } from './start-up/way-back';

describe('an island', () => {
  const mount = vi.fn();
  const load = vi.fn(async () => ({ mount }));

  beforeEach(() => {
    load.mockClear();
    mount.mockClear();
  });

  function put(when: string): HTMLElement {
    document.body.innerHTML = `<div data-island="search-box" data-when="${when}"><input></div>`;
    return document.querySelector('[data-island]') as HTMLElement;
  }

  it('with data-when=load loads at once', async () => {
    const island = put('load');
    wake({ 'search-box': load });
    await vi.waitFor(() => expect(mount).toHaveBeenCalledExactlyOnceWith(island));
  });

  it('with data-when=idle loads on the first touch or focus, and only once', async () => {
    vi.stubGlobal('requestIdleCallback', () => 0);
    const island = put('idle');
    wake({ 'search-box': load });
    expect(load).not.toHaveBeenCalled();
    island.querySelector('input')?.dispatchEvent(new Event('focusin', { bubbles: true }));
    island.querySelector('input')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    await vi.waitFor(() => expect(mount).toHaveBeenCalledExactlyOnceWith(island));
    expect(load).toHaveBeenCalledOnce();
  });

  it('with data-when=idle loads when the browser is idle', async () => {
    let haveTime = () => {};
    vi.stubGlobal('requestIdleCallback', (then: () => void) => {
      haveTime = then;
    });
    put('idle');
    wake({ 'search-box': load });
    expect(load).not.toHaveBeenCalled();
    haveTime();
    expect(load).toHaveBeenCalledOnce();
  });

  it('with data-when=later loads after 1500 ms, even if the browser is idle earlier', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestIdleCallback', (then: () => void) => then());
    put('later');
    wake({ 'search-box': load });
    await vi.advanceTimersByTimeAsync(1499);
    expect(load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('with data-when=later loads as soon as the visitor focuses it', async () => {
    const island = put('later');
    wake({ 'search-box': load });
    island.querySelector('input')?.dispatchEvent(new Event('focusin', { bubbles: true }));
    await vi.waitFor(() => expect(mount).toHaveBeenCalledExactlyOnceWith(island));
  });

  it('that already has the focus loads at once', () => {
    vi.stubGlobal('requestIdleCallback', () => 0);
    put('idle').querySelector('input')?.focus();
    wake({ 'search-box': load });
    expect(load).toHaveBeenCalledOnce();
  });

  it('whose script fails to load shows an alert with a button to reload the page', async () => {
    const island = put('load');
    island.insertAdjacentHTML('beforeend', '<p class="loading">Loading ...</p>');
    wake({ 'search-box': () => Promise.reject(new TypeError('Failed to fetch')) });
    await vi.waitFor(() => expect(island.querySelector('[role="alert"] button')).not.toBeNull());
    expect(island.querySelector('.loading')).toBeNull();
  });

  it('with an unknown name is left alone', () => {
    put('load').dataset.island = 'map';
    wake({ 'search-box': load });
    expect(load).not.toHaveBeenCalled();
  });
});

describe('local storage', () => {
  it('loses every key of a sign-up on the home page, but keeps the saved trials', () => {
    for (const key of [...SIGN_UP_KEYS, 'saved_trials']) {
      localStorage.setItem(key, 'x');
    }
    forgetSignUp();
    expect({ ...localStorage }).toEqual({ saved_trials: 'x' });
  });

  it('loses an earlier sign-up’s keys when a new sign-up starts, except those it reads', () => {
    for (const key of [...SIGN_UP_KEYS, 'saved_trials']) {
      localStorage.setItem(key, 'x');
    }
    beginSignUp();
    expect({ ...localStorage }).toEqual({ saved_trials: 'x', currentPage: 'x', doc_upload_status: 'x' });
  });

  it('records the page where the header link to sign-up was followed, without its query', () => {
    document.body.innerHTML = '<a data-sign-up href="#">Sign Up</a>';
    history.replaceState(null, '', '/results?q=asthma&in=USA');
    rememberPageBeforeSignUp();
    document.querySelector('a')?.click();
    expect({ ...localStorage }).toEqual({ currentPage: '/results' });
  });
});

describe('service workers', () => {
  it('of an earlier version of the site are unregistered', async () => {
    const unregister = vi.fn(async () => true);
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistrations: async () => [{ unregister }, { unregister }] },
    });
    await removeServiceWorkers();
    expect(unregister).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });

  it('that the browser does not support or refuses to list cause no error', async () => {
    vi.stubGlobal('navigator', {});
    await removeServiceWorkers();
    const refuse = async () => {
      throw new DOMException('refused', 'SecurityError');
    };
    vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: refuse } });
    await removeServiceWorkers();
    vi.unstubAllGlobals();
  });
});

describe('a page in a partner’s frame', () => {
  it.each([
    ['?embed=true', true],
    ['?q=x&embed=true', true],
    ['?embed=false', false],
    ['', false],
  ])('%s is marked: %s', (query, marked) => {
    history.replaceState(null, '', `/results${query}`);
    markEmbedding();
    expect(document.documentElement.classList.contains('is-embedded')).toBe(marked);
    document.documentElement.classList.remove('is-embedded');
  });
});

describe('a link in a partner’s frame', () => {
  const followed = (link: string) => {
    document.body.innerHTML = link;
    const element = document.querySelector('a') as HTMLAnchorElement;
    element.addEventListener('click', (event) => event.preventDefault());
    element.click();
    return [element.href.replace(location.origin, ''), element.target];
  };

  it('stays in the frame for searches and studies, and opens any other page at the top', () => {
    history.replaceState(null, '', '/study/STU1?embed=true');
    markEmbedding();
    expect(followed('<a href="/study/STU2">a</a>')).toEqual(['/study/STU2?embed=true', '']);
    expect(followed('<a href="/results?q=x"><b>a</b></a>')).toEqual(['/results?q=x&embed=true', '']);
    expect(followed('<a href="/results?q=x&embed=true">a</a>')).toEqual(['/results?q=x&embed=true', '']);
    expect(followed('<a href="#site-2">a</a>')).toEqual(['/study/STU1?embed=true#site-2', '']);
    expect(followed('<a href="/enroll/STU1">a</a>')).toEqual(['/enroll/STU1', '_top']);
    expect(followed('<a href="/">a</a>')).toEqual(['/', '_top']);
    expect(followed('<a href="/studyx">a</a>')).toEqual(['/studyx', '_top']);
    expect(followed('<a href="https://partner.example/">a</a>')).toEqual(['https://partner.example/', '']);
    document.documentElement.classList.remove('is-embedded');
  });

  it('followed by script opens at the top, too', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    leaveFor('/enroll/STU1');
    expect([assign.mock.calls, open.mock.calls]).toEqual([[['/enroll/STU1']], []]);
    document.documentElement.classList.add('is-embedded');
    leaveFor('/enroll/STU1');
    expect(open.mock.calls).toEqual([['/enroll/STU1', '_top']]);
    document.documentElement.classList.remove('is-embedded');
  });
});

it('opens folded lists when the page is printed', () => {
  document.body.innerHTML = '<details class="more-sites"></details><details></details>';
  unfoldForPrint();
  dispatchEvent(new Event('beforeprint'));
  expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, false]);
});

describe('a search in a partner’s frame', () => {
  const submit = (form: string) => {
    document.body.innerHTML = form;
    const element = document.querySelector('form') as HTMLFormElement;
    element.addEventListener('submit', (event) => setTimeout(() => event.preventDefault()));
    element.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    return new FormData(element).getAll('embed');
  };

  it('leads to results in the frame', () => {
    history.replaceState(null, '', '/results?embed=true');
    markEmbedding();
    expect(submit('<form action="/results"><input name="q"></form>')).toEqual(['true']);
    expect(submit('<form action="/results"><input name="embed" value="true"></form>')).toEqual(['true']);
    expect(submit('<form method="post" action="/elsewhere"></form>')).toEqual([]);
    document.documentElement.classList.remove('is-embedded');
  });
});

describe('the breadcrumb', () => {
  beforeEach(() => {
    sessionStorage.clear();
    document.body.innerHTML = '<a href="/results?q=&in=UNITED+STATES" data-last-search>Search Results</a>';
  });
  const address = () => document.querySelector('a')?.getAttribute('href');

  it('leads back to the last search of this visit', () => {
    sessionStorage.setItem('condition', 'lung cancer');
    sessionStorage.setItem('country', 'FRANCE');
    leadBackToSearch();
    expect(address()).toBe('/results?q=lung+cancer&in=FRANCE');
  });

  it('leads back to the exact results page the visitor came from, with its filters', () => {
    sessionStorage.setItem('condition', 'lung cancer');
    sessionStorage.setItem('country', 'FRANCE');
    const from = (address: string) =>
      Object.defineProperty(document, 'referrer', { value: address, configurable: true });
    from(`${location.origin}/results?q=lung+cancer&in=FRANCE&age=45&page=2`);
    leadBackToSearch();
    expect(address()).toBe('/results?q=lung+cancer&in=FRANCE&age=45&page=2');
    // The visitor left before a script stored the search.
    from(`${location.origin}/results?q=asthma&in=FRANCE`);
    leadBackToSearch();
    expect(address()).toBe('/results?q=asthma&in=FRANCE');
    for (const elsewhere of [
      `${location.origin}/results?q=&in=FRANCE`,
      'https://elsewhere.example/results?q=lung+cancer',
      '',
    ]) {
      from(elsewhere);
      leadBackToSearch();
      expect(address(), elsewhere).toBe('/results?q=lung+cancer&in=FRANCE');
    }
  });

  it('leads to an empty search when there was no search', () => {
    leadBackToSearch();
    expect(address()).toBe('/results?q=&in=UNITED+STATES');
  });
});
