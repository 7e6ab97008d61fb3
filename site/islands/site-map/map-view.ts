import { type PlanePoint, WORLD } from '../../maps/mercator';
import { element } from '../element';
import { actionOfKey, BUTTONS_LABEL, KEYS_HINT, MAP_BUTTONS } from './map-actions';
import {
  cropOf,
  isInView,
  type MapAction,
  type MapBounds,
  type Section,
  sectionAfter,
  sectionOn,
  sectionText,
  startSection,
} from './map-section';
import { type Crop, worldsOf } from './plane';

const SVG = 'http://www.w3.org/2000/svg';
/** The width of maps at zoom level 4: the one above a list, and the one beside it. */
const FULL_WIDTH = { above: 1100, beside: 720 };

/** An element of the picture, the names of its position's attributes, and its point. */
type Placed = { shape: SVGElement; names: readonly [string, string]; point: PlanePoint };

/**
 * Lets a map that the server drew be moved and zoomed. Without it, the map shows all sites at once. Its own picture says
 * where everything is.
 */
export function mount(map: HTMLElement): void {
  const box = map.querySelector<HTMLElement>('.map__box');
  const picture = box?.querySelector<SVGElement>('.map__picture');
  const ground = picture?.querySelector<SVGElement>('.map__ground');
  if (!box || !picture || !ground) {
    return;
  }
  const all = cropIn(ground);
  const placed = [
    ...placedIn(picture, all, '.map__dot', ['cx', 'cy']),
    ...placedIn(picture, all, '.map__place', ['x', 'y']),
  ];
  const sites = placed.filter(({ names }) => names[0] === 'cx').map(({ point }) => point);
  const fullWidth = map.classList.contains('map--above') ? FULL_WIDTH.above : FULL_WIDTH.beside;
  const bounds = (): MapBounds => ({ fullWidth, all, sites, shown: shownShares(box, picture) });

  let section = startSection(bounds());
  const status = element('p', { class: 'visually-hidden', role: 'status' });
  const show = (next: Section) => {
    section = next;
    draw(picture, ground, placed, cropOf(section, bounds()));
  };
  const act = (action: MapAction) => {
    show(sectionAfter(section, action, bounds()));
    status.textContent = sectionText(section, bounds());
  };

  box.after(controls(act), status);
  box.parentElement?.addEventListener('keydown', (event) => {
    const action = actionOfKey(event);
    if (action) {
      event.preventDefault();
      act(action);
    }
  });
  picture.addEventListener('focusin', ({ target }) => {
    const marker = placed.find(({ shape }) => shape.contains(target as Node));
    // The browser may have scrolled the box toward a marker out of view.
    box.scrollTo(0, 0);
    if (marker && !isInView(marker.point, section, bounds())) {
      show(sectionOn(marker.point, section));
    }
  });
  show(section);
  map.dataset.alive = '';
}

function controls(act: (action: MapAction) => void): HTMLElement {
  const buttons = MAP_BUTTONS.map(({ action, label, sign }) => {
    const name = { 'aria-label': label, title: label };
    const button = element(
      'button',
      { type: 'button', class: 'button button--quiet button--small', ...name },
      [sign],
    );
    button.addEventListener('click', () => act(action));
    return button;
  });
  const hint = element('p', { class: 'map__hint' }, [KEYS_HINT]);
  return element('div', { class: 'map__controls', role: 'group', 'aria-label': BUTTONS_LABEL }, [
    ...buttons,
    hint,
  ]);
}

function cropIn(ground: SVGElement): Crop {
  const [left = 0, top = 0, width = WORLD, height = WORLD] = (ground.getAttribute('viewBox') ?? '')
    .split(' ')
    .map(Number);
  return { left, top, width, height };
}

function placedIn(picture: SVGElement, crop: Crop, selector: string, names: [string, string]): Placed[] {
  return [...picture.querySelectorAll<SVGElement>(selector)].map((shape) => {
    const [across, down] = names.map((name) => Number.parseFloat(shape.getAttribute(name) ?? '') / 100);
    return {
      shape,
      names,
      point: [crop.left + (across ?? 0) * crop.width, crop.top + (down ?? 0) * crop.height],
    };
  });
}

/** The shares of the picture that its box shows. Without a layout, all of it. */
function shownShares(box: HTMLElement, picture: SVGElement): MapBounds['shown'] {
  const [outer, inner] = [box.getBoundingClientRect(), picture.getBoundingClientRect()];
  const share = (visible: number, whole: number) => (whole > 0 ? Math.min(1, visible / whole) : 1);
  return { across: share(outer.width, inner.width), down: share(outer.height, inner.height) };
}

function draw(picture: SVGElement, ground: SVGElement, placed: Placed[], crop: Crop): void {
  ground.setAttribute('viewBox', `${crop.left} ${crop.top} ${crop.width} ${crop.height}`);
  const href = picture.querySelector('image')?.getAttribute('href') ?? '';
  ground.replaceChildren(
    ...worldsOf(crop).map((left) => {
      const image = document.createElementNS(SVG, 'image');
      for (const [name, value] of Object.entries({ href, x: left, y: 0, width: WORLD, height: WORLD })) {
        image.setAttribute(name, `${value}`);
      }
      return image;
    }),
  );
  for (const { shape, names, point } of placed) {
    const shares = [(point[0] - crop.left) / crop.width, (point[1] - crop.top) / crop.height];
    names.forEach((name, index) => {
      shape.setAttribute(name, `${((shares[index] ?? 0) * 100).toFixed(2)}%`);
    });
  }
}
