import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { site } from '../../tests/support/samples';
import type { SiteView } from '../wire/SiteView';
import { MARKER, markersOf } from './markers';
import { onPlane, sectionAround, worldsOf } from './plane';
import SiteMap from './site-map';

const CLEVELAND = { latitude: 41.5, longitude: -81.69 };
const TOKYO = { latitude: 35.68, longitude: 139.69 };
const CLOSED = { label: 'Completed', tone: 'closed' } as const;

function show(sites: SiteView[], signUp: string | null = null) {
  render(
    <>
      <SiteMap sites={sites} signUp={signUp} basemap="/assets/basemap-1.svg" />
      <details>
        <summary>More</summary>
        <p id="site-2">York</p>
      </details>
    </>,
  );
}

const markers = () =>
  [...document.querySelectorAll('.map__marker')].map((marker) => marker.getAttribute('aria-label'));

describe('the map of a looked-up study', () => {
  it('has a marker for each site with coordinates, on the shared basemap', () => {
    show([
      site('Cleveland', CLEVELAND),
      site('Nowhere'),
      site('Tokyo', { ...TOKYO, country: 'Japan', status: CLOSED }),
    ]);
    expect(markers()).toEqual([
      'Site 1: Cleveland Clinic, Cleveland, OH. Recruiting',
      'Site 3: Tokyo Clinic, Tokyo, OH. Completed',
    ]);
    expect(document.querySelector('image')?.getAttribute('href')).toBe('/assets/basemap-1.svg');
    expect(document.querySelector('.map__picture')?.getAttribute('aria-label')).toBe(
      'Map of 2 sites. The list says the same.',
    );
    const legend = [...document.querySelectorAll('.map__status')].map((status) => status.textContent);
    expect(legend).toEqual(['Recruiting', 'Completed']);
  });

  it('has a panel for each marker, with the site, its address, and its status', () => {
    show([site('Cleveland', CLEVELAND)]);
    const panel = document.querySelector<HTMLElement>('#place-1');
    expect(panel?.textContent).toContain('1. Cleveland Clinic');
    expect(panel?.textContent).toContain('1 Lake Street, Cleveland, OH 44106, United States');
    expect(panel?.textContent).toContain('Recruiting');
    expect(document.querySelector('.map__marker')?.getAttribute('href')).toBe('#place-1');
    expect(screen.queryByRole('link', { name: /Sign Up/ })).toBeNull();
  });

  it('links a panel to sign-up if the site accepts sign-ups', () => {
    show([site('Cleveland', CLEVELAND), site('Tokyo', { ...TOKYO, takes_sign_ups: false })], '/enroll/STU1');
    const ways = screen.getAllByRole('link', { name: /^Sign Up/ }).map((link) => link.getAttribute('href'));
    expect(ways).toEqual([
      '/enroll/STU1/ps?city=Cleveland&state=OH&country=United%20States&site=cleveland-clinic',
    ]);
  });

  it('links a count to the list of its sites, and unfolds the list', async () => {
    show([site('Cleveland', CLEVELAND), site('Lakewood', CLEVELAND)]);
    expect(markers()).toEqual(['2 sites near Cleveland, OH: 1. Cleveland Clinic; 2. Lakewood Clinic']);
    const list = document.querySelector<HTMLElement>('#near-1') as HTMLElement;
    await userEvent.click(within(list).getByRole('link', { name: '2. Lakewood, OH' }));
    expect(document.querySelector('details')?.open).toBe(true);
  });

  it('names the first five sites of a count, and how many more there are', () => {
    show(Array.from({ length: 7 }, (_, index) => site(`Town ${index + 1}`, CLEVELAND)));
    expect(markers()[0]).toMatch(
      /^7 sites near Town 1, OH: 1\. Town 1 Clinic; .*5\. Town 5 Clinic; and 2 more$/,
    );
  });

  it('asks for a place only if several sites are open', () => {
    show([site('Cleveland', CLEVELAND), site('Tokyo', { ...TOKYO, status: CLOSED })]);
    expect(screen.queryByLabelText('City or ZIP Code')).toBeNull();
  });
});

describe('moving and zooming', () => {
  const viewBox = () =>
    document.querySelector('.map__ground')?.getAttribute('viewBox')?.split(' ').map(Number);
  const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

  it('starts at zoom level 4, also for sites that are far apart', () => {
    show([site('Cleveland', CLEVELAND), site('Tokyo', TOKYO)]);
    expect(viewBox()?.slice(2).map(Math.round)).toEqual([720, 480]);
  });

  it('is done by buttons and keys, and announced', async () => {
    show([site('Cleveland', CLEVELAND), site('Tokyo', TOKYO)]);
    await userEvent.click(screen.getByRole('button', { name: 'Show All Sites' }));
    expect(status()).toContainEqual(expect.stringMatching(/2 of 2 sites in view\.$/));
    await userEvent.keyboard('+');
    expect(viewBox()?.[2]).toBe(1440);
    const before = viewBox()?.[0] ?? 0;
    await userEvent.keyboard('{ArrowRight}');
    expect(viewBox()?.[0]).toBeCloseTo(before + 480);
  });

  it('separates sites that share a number', async () => {
    const near = { latitude: 40.44, longitude: -80 };
    show([site('Cleveland', CLEVELAND), site('Pittsburgh', near)]);
    expect(markers()).toHaveLength(1);
    for (let level = 4; level < 7; level += 1) {
      await userEvent.click(screen.getByRole('button', { name: 'Zoom In' }));
    }
    expect(markers()).toHaveLength(2);
  });
});

describe('its section of the world', () => {
  it('is never closer than zoom level 4', () => {
    expect(sectionAround(onPlane([CLEVELAND]))).toMatchObject({ width: 720, height: 480 });
  });

  it('puts places on both sides of the Pacific next to each other', () => {
    const crop = sectionAround(onPlane([TOKYO, { latitude: 34, longitude: -118 }]));
    expect(crop.width).toBeLessThan(2000);
    expect(worldsOf(crop)).toEqual([0, 4096]);
  });
});

describe('its markers', () => {
  const many = Array.from({ length: 400 }, (_, index) => ({
    across: (index * 0.618) % 1,
    down: (index * 0.414) % 1,
  }));

  it.each([276, 358, 720])('never overlap on %d pixels, and cover every place', (width) => {
    const groups = markersOf(many, width);
    expect(groups.flatMap(({ places }) => places).sort((one, other) => one - other)).toEqual([
      ...many.keys(),
    ]);
    groups.forEach(({ at }, index) => {
      for (const { at: other } of groups.slice(0, index)) {
        const apart = [
          Math.abs(at.across - other.across) * width >= MARKER.several,
          Math.abs(at.down - other.down) * (width / 1.5) >= MARKER.height,
        ];
        expect(apart).toContain(true);
      }
    });
  });

  it('are more on a wider map', () => {
    expect(markersOf(many, 720).length).toBeGreaterThan(markersOf(many, 276).length);
  });
});
