import { beforeEach, expect, it } from 'vitest';
import { closeMapPanels } from './map-panels';

closeMapPanels();

beforeEach(() => {
  document.body.innerHTML = `<div class="map" id="map">
    <svg><a class="map__marker" href="#place-1" tabindex="0"><text>1</text></a></svg>
    <div class="map__group" id="place-1"><a href="#site-1">See</a><a href="#map">Close</a></div></div>`;
  location.hash = 'place-1';
});

const marker = () => document.querySelector('.map__marker');

it('Close leads back to the marker that opened the panel', () => {
  document.querySelector<HTMLElement>('a[href="#map"]')?.click();
  expect([location.hash, document.activeElement]).toEqual(['#map', marker()]);
});

it('other links of the panel follow their address', () => {
  let prevented = true;
  document.addEventListener('click', (event) => (prevented = event.defaultPrevented), { once: true });
  document.querySelector<HTMLElement>('a[href="#site-1"]')?.click();
  expect([prevented, document.activeElement]).toEqual([false, document.body]);
});
