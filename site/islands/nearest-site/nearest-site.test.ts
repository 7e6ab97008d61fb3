import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBackend, problem, unreachable } from '../../tests/support/fake-backend';
import { milesBetween } from './globe';
import { mount } from './nearest-site';

const CLEVELAND = { latitude: 41.5, longitude: -81.69 };
const YORK = { latitude: 39.96, longitude: -76.73 };
const CLEVELAND_SIGN_UP = '/enroll/STU02001/ps?city=Cleveland&state=OH&site=lake-clinic-cleveland';
const SITES = [
  { ...YORK, number: 4, name: 'York, PA', sign_up: null },
  { ...CLEVELAND, number: 2, name: 'Cleveland, OH', sign_up: CLEVELAND_SIGN_UP },
];

let form: HTMLFormElement;

beforeEach(() => {
  document.body.innerHTML = `<form hidden><input name="place"><button>Find</button><p role="status"></p></form>`;
  form = document.querySelector('form') as HTMLFormElement;
  form.dataset.sites = JSON.stringify(SITES);
  mount(form);
});

const said = () => form.querySelector('[role="status"]')?.textContent;

async function ask(place: string) {
  await userEvent.type(form.querySelector('input') as HTMLInputElement, place);
  await userEvent.click(form.querySelector('button') as HTMLButtonElement);
}

describe('the nearest site', () => {
  it('is named with its distance, and links to sign-up and to the list', async () => {
    const backend = fakeBackend({ '/backend/locations': () => ({ location: { lat: 41.4, lng: -81.7 } }) });
    expect(form.hidden).toBe(false);
    await ask('44106');
    await waitFor(() => expect(said()).toMatch(/^The nearest site is Cleveland, OH, about 7 miles away\./));
    const links = [...form.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([CLEVELAND_SIGN_UP, '#site-2']);
    expect(backend.calls[0]?.query.get('address')).toBe('44106');
  });

  it('in the same city is not called 0 miles away', async () => {
    fakeBackend({ '/backend/locations': () => ({ location: { lat: 41.5, lng: -81.69 } }) });
    await ask('Cleveland');
    await waitFor(() => expect(said()).toMatch(/^The nearest site is Cleveland, OH, in the same city\./));
  });

  it('that accepts sign-ups is named first, and a nearer one without sign-ups only links to the list', async () => {
    fakeBackend({ '/backend/locations': () => ({ location: { lat: 39.9, lng: -76.7 } }) });
    await ask('York');
    await waitFor(() =>
      expect(said()).toMatch(
        /^The nearest site that takes sign-ups here is Cleveland, OH, about 28\d miles away\./,
      ),
    );
    expect(said()).toMatch(/A nearer site takes none here: York, PA, about \d miles? away\./);
    const links = [...form.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([CLEVELAND_SIGN_UP, '#site-2', '#site-4']);
  });

  it('is selected wherever the page lets the visitor choose a site', async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<ol><li class="sites__item" id="site-2"><input type="radio"></li><li class="sites__item" id="site-4"></li></ol>
      <select><option value="">Choose</option><option value="${CLEVELAND_SIGN_UP}">Cleveland</option></select>`,
    );
    fakeBackend({ '/backend/locations': () => ({ location: { lat: 39.9, lng: -76.7 } }) });
    await ask('York');
    await waitFor(() =>
      expect(document.querySelector<HTMLInputElement>('#site-2 input')?.checked).toBe(true),
    );
    expect(document.querySelector('select')?.value).toBe(CLEVELAND_SIGN_UP);
    expect([...document.querySelectorAll('[aria-current]')].map(({ id }) => id)).toEqual(['site-2']);
  });

  const SIGN_UP = `<a data-sign-up href="/enroll/STU02001">Sign Up</a>
    <p data-chosen-site hidden>Site: <strong></strong></p><a data-sign-up-of-page href="/enroll/STU02001">Check</a>`;
  const signUps = () =>
    [...document.querySelectorAll('[data-sign-up], [data-sign-up-of-page]')].map((a) =>
      a.getAttribute('href'),
    );
  const note = () => document.querySelector<HTMLElement>('[data-chosen-site]');

  it('is the site of the sign-up on a page whose list has no choice', async () => {
    document.body.insertAdjacentHTML('beforeend', SIGN_UP);
    fakeBackend({ '/backend/locations': () => ({ location: { lat: 39.9, lng: -76.7 } }) });
    expect(note()?.hidden).toBe(true);
    await ask('York');
    await waitFor(() => expect(note()?.textContent).toBe('Site: Cleveland, OH'));
    expect([note()?.hidden, ...signUps()]).toEqual([false, CLEVELAND_SIGN_UP, CLEVELAND_SIGN_UP]);
  });

  it.each([
    ['near a ZIP code', '?near=44106&in=UNITED+STATES', 1],
    ['with the key of a site', '?site=lake-clinic-cleveland', 0],
    ['with a city', '?city=cleveland&state=OH', 0],
  ])('is selected when the page is opened %s', async (_, query, calls) => {
    document.body.innerHTML = `${SIGN_UP}<form hidden><input name="place"><button>Find</button><p role="status"></p></form>`;
    form = document.querySelector('form') as HTMLFormElement;
    form.dataset.sites = JSON.stringify(SITES);
    const backend = fakeBackend({ '/backend/locations': () => ({ location: { lat: 41.4, lng: -81.7 } }) });
    history.replaceState(null, '', `/study/NCT04611802${query}`);
    mount(form);
    await waitFor(() => expect(signUps()).toEqual([CLEVELAND_SIGN_UP, CLEVELAND_SIGN_UP]));
    expect(backend.calls.length).toBe(calls);
    history.replaceState(null, '', '/');
  });

  it('near the address’s place does not replace what the visitor chooses meanwhile', async () => {
    document.body.insertAdjacentHTML('beforeend', SIGN_UP);
    let reply: () => void = () => {};
    const waiting = new Promise<void>((resolve) => {
      reply = resolve;
    });
    fakeBackend({
      '/backend/locations': async () => {
        await waiting;
        return { location: { lat: 41.4, lng: -81.7 } };
      },
    });
    history.replaceState(null, '', '/study/NCT04611802?near=44106');
    mount(form);
    form.querySelector('input')?.dispatchEvent(new Event('change', { bubbles: true }));
    reply();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([signUps()[0], said()]).toEqual(['/enroll/STU02001', '']);
    history.replaceState(null, '', '/');
  });

  it.each([
    ['an unknown place', () => problem(404, 'not_found', 'err with geocoding'), /We don’t know this place/],
    ['no server', unreachable, /can’t reach our server/],
    ['an invalid answer', () => ({ location: 'here' }), /went wrong on our side/],
  ])('is not shown if it can’t be found: %s', async (_, reply, words) => {
    fakeBackend({ '/backend/locations': reply });
    await ask('Atlantis');
    await waitFor(() => expect(said()).toMatch(words));
  });

  it('is not searched without a place', async () => {
    const backend = fakeBackend({});
    await userEvent.click(form.querySelector('button') as HTMLButtonElement);
    expect([backend.calls.length, said()]).toEqual([0, '']);
    expect(document.activeElement).toBe(form.querySelector('input'));
  });
});

it('distances are great-circle distances', () => {
  expect(milesBetween(CLEVELAND, CLEVELAND)).toBe(0);
  expect(milesBetween(CLEVELAND, YORK)).toBeCloseTo(280.6, 0);
  const [north, south] = [
    { latitude: 90, longitude: 0 },
    { latitude: -90, longitude: 0 },
  ];
  expect(milesBetween(north, south)).toBeCloseTo(Math.PI * 3958.8, 0);
});
