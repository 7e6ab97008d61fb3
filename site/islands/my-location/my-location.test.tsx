import { readFileSync } from 'node:fs';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend, problem } from '../../tests/support/fake-backend';
import { mount } from '../nearest-site/nearest-site';
import { LOCATING_PAGES, offersMyLocation } from './offered';
import { UseMyLocation } from './use-my-location';

type Ask = Geolocation['getCurrentPosition'];

const CLEVELAND = {
  formatted_address: 'Cleveland, Ohio, United States',
  location: { lat: 41.5, lng: -81.7 },
};

function browserThat(getCurrentPosition: Ask) {
  vi.stubGlobal('navigator', Object.create(navigator, { geolocation: { value: { getCurrentPosition } } }));
}

const shares: Ask = (onPosition) =>
  onPosition({ coords: { latitude: 41.49932, longitude: -81.69436 } } as GeolocationPosition);
const refuses =
  (code: number): Ask =>
  (_, onError) =>
    onError?.({ code, message: '' } as GeolocationPositionError);

beforeEach(() => history.replaceState(null, '', '/results?q=asthma&in=USA'));

function show() {
  render(
    <>
      <input id="near" aria-label="City" />
      <UseMyLocation field="near" />
    </>,
  );
  return {
    press: () => userEvent.click(screen.getByRole('button', { name: 'Use My Location' })),
    typed: () => screen.getByLabelText<HTMLInputElement>('City').value,
    said: () => screen.getByRole('status').textContent,
  };
}

describe('the button for the visitor’s position', () => {
  it('sends a rounded position, only when pressed, and shows which town it became', async () => {
    const asked = vi.fn(shares);
    browserThat(asked);
    const backend = fakeBackend({ 'POST /backend/locations': () => CLEVELAND });
    const { press, typed, said } = show();
    expect([asked.mock.calls.length, backend.calls.length]).toEqual([0, 0]);
    await press();
    await waitFor(() => expect(said()).toBe('The nearest town is Cleveland, Ohio, United States.'));
    expect(typed()).toBe('Cleveland, Ohio, United States');
    expect(backend.calls.map(({ body }) => body)).toEqual([{ lat: 41.5, lng: -81.7 }]);
    expect([...(backend.calls[0]?.query ?? [])]).toEqual([]);
    expect(location.search).toBe('?q=asthma&in=USA');
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it.each([
    ['a denied permission', refuses(1), /doesn’t share your location with this page\. Type a city or ZIP/],
    ['a position that can’t be found', refuses(2), /couldn’t find your location\. Type a city or ZIP/],
    ['a browser that takes too long', refuses(3), /couldn’t find your location\. Type a city or ZIP/],
  ])('says what to do after %s', async (_, browser, words) => {
    browserThat(browser);
    const backend = fakeBackend({});
    const { press, typed, said } = show();
    await press();
    await waitFor(() => expect(said()).toMatch(words));
    expect([typed(), backend.calls.length]).toEqual(['', 0]);
  });

  it('says so if no town is near', async () => {
    browserThat(shares);
    fakeBackend({ '/backend/locations': () => problem(404, 'place_unknown', 'Unknown place.') });
    const { press, said } = show();
    await press();
    await waitFor(() => expect(said()).toMatch(/^We don’t know a town near you\./));
  });

  it('finds the nearest site on the page of a study', async () => {
    history.replaceState(null, '', '/study/NCT04611802');
    browserThat(shares);
    fakeBackend({ '/backend/locations': () => CLEVELAND });
    document.body.innerHTML =
      '<form hidden><input name="place"><button>Find</button><p role="status"></p></form>';
    const form = document.querySelector('form') as HTMLFormElement;
    const sites = [{ latitude: 41.5, longitude: -81.7, number: 1, name: 'Lake Clinic', sign_up: null }];
    form.dataset.sites = JSON.stringify(sites);
    mount(form);
    await userEvent.click(await screen.findByRole('button', { name: 'Use My Location' }));
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toMatch(/^The nearest site is Lake Clinic/),
    );
    expect(form.querySelector('input')?.value).toBe('Cleveland, Ohio, United States');
  });

  it('is offered on the pages whose headers allow it', () => {
    browserThat(shares);
    const routes = readFileSync('../infra/cdn/routes.toml', 'utf8');
    const list = /\[locating\]\npaths = \[([^\]]+)\]/.exec(routes)?.[1] ?? '';
    const paths = [...list.matchAll(/"([^"]+)"/g)].map(([, path = '']) => path.replace(/\{[^}]+\}/g, 'a1'));
    const [known, ofTrials] = [true, false].map((is) =>
      paths.filter((path) => LOCATING_PAGES.test(path) === is),
    );
    expect(known).toContain('/saved');
    // The forms on built pages of trials say that their pages may ask.
    expect(ofTrials?.every((path) => /^\/[a-z-]+$/.test(path))).toBe(true);
    const form = document.createElement('form');
    form.dataset.locates = '';
    history.replaceState(null, '', ofTrials?.[0]);
    expect([offersMyLocation(), offersMyLocation(form)]).toEqual([false, true]);
    for (const other of ['/', '/enroll/STU01009', '/savedx', '/resultsx', '/study', '/preview/STU01009']) {
      history.replaceState(null, '', other);
      expect([other, offersMyLocation()]).toEqual([other, false]);
    }
  });
});
