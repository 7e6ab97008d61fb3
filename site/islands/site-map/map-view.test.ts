import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { mount } from './map-view';

/** A map as the server draws it: two sites 900 pixels apart at zoom level 4, so that level 4 has room for one of them. */
function open() {
  document.body.innerHTML = `<div class="map map--beside" data-island="map-view"><figure><div class="map__box">
    <svg class="map__picture" role="group" aria-label="Map of 2 sites">
      <svg class="map__ground" viewBox="400 1200 1200 800"><image href="/assets/basemap.svg" x="0" y="0" width="4096" height="4096"/></svg>
      <circle class="map__dot" cx="12.5%" cy="50%"/><circle class="map__dot" cx="87.5%" cy="50%"/>
      <svg class="map__place" x="12.5%" y="50%"><a class="map__marker" href="#place-1" tabindex="0">1</a></svg>
      <svg class="map__place" x="87.5%" y="50%"><a class="map__marker" href="#place-2" tabindex="0">2</a></svg>
    </svg></div><figcaption></figcaption></figure></div>`;
  const map = document.querySelector<HTMLElement>('.map') as HTMLElement;
  const box = map.querySelector('.map__box') as HTMLElement;
  box.scrollTo = () => {};
  mount(map);
  return map;
}

const viewBox = () => document.querySelector('.map__ground')?.getAttribute('viewBox');
const placeOf = (index: number) => document.querySelectorAll('.map__place')[index]?.getAttribute('x');
const status = () => screen.getByRole('status').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a drawn map', () => {
  it('starts at zoom level 4 around a site if they are far apart', () => {
    const map = open();
    expect(viewBox()).toBe('190 1360 720 480');
    expect([placeOf(0), placeOf(1)]).toEqual(['50.00%', '175.00%']);
    expect(status()).toBe('');
    expect(map.dataset.alive).toBe('');
  });

  it('is zoomed and moved by buttons, whose effect is announced', async () => {
    open();
    await press('Show All Sites');
    expect(viewBox()).toBe('400 1200 1200 800');
    expect(status()).toMatch(/2 of 2 sites in view\.$/);
    await press('Zoom In');
    expect(status()).toBe('Zoom level 4. 0 of 2 sites in view.');
    await press('Move West');
    await press('Move West');
    expect(status()).toBe('Zoom level 4. 1 of 2 sites in view.');
    await press('Zoom Out');
    expect(status()).toMatch(/^Zoom level 3\./);
  });

  it('is moved and zoomed by keys on its buttons and numbers', async () => {
    open();
    screen.getByRole('button', { name: 'Zoom In' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(viewBox()).toBe('430 1360 720 480');
    await userEvent.keyboard('+');
    expect(viewBox()).toBe('610 1480 360 240');
    await userEvent.keyboard('-{ArrowLeft}{ArrowUp}{ArrowDown}');
    expect(viewBox()).toBe('190 1360 720 480');
  });

  it('moves to a number that gets the focus out of view', () => {
    open();
    document.querySelectorAll<HTMLElement>('.map__marker')[1]?.focus();
    expect(placeOf(1)).toBe('50.00%');
  });
});
