import { BackendError, plainSentence } from '../backend/backend-error';
import { call } from '../backend/call';
import { type Coordinates, milesBetween } from './globe';

/** A site that takes people, as the page names it. */
type Site = Coordinates & { number: number; name: string; sign_up: string | null };

const UNKNOWN = 'We don’t know this place. Try a city with its state or country, or a ZIP code.';

/** Finds which of a study's sites is nearest to a place that the visitor types. */
export function mount(form: HTMLElement): void {
  const field = form.querySelector('input');
  const answer = form.querySelector<HTMLElement>('[role="status"]');
  if (!(form instanceof HTMLFormElement) || !field || !answer) {
    return;
  }
  const sites = JSON.parse(form.dataset.sites ?? '[]') as Site[];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const place = field.value.trim();
    if (place === '') {
      field.focus();
      return;
    }
    answer.replaceChildren('One moment …');
    locate(place).then(
      (here) => answer.replaceChildren(...nearest(sites, here)),
      (error: unknown) => answer.replaceChildren(isUnknown(error) ? UNKNOWN : plainSentence(error)),
    );
  });
  form.hidden = false;
  form.dataset.alive = '';
}

function locate(place: string): Promise<Coordinates> {
  return call({ path: `/backend/locations?${new URLSearchParams({ address: place })}`, read: locationIn });
}

function locationIn(answer: unknown): Coordinates | undefined {
  const { lat, lng } = (answer as { location?: { lat?: unknown; lng?: unknown } }).location ?? {};
  return typeof lat === 'number' && typeof lng === 'number' ? { latitude: lat, longitude: lng } : undefined;
}

function isUnknown(error: unknown): boolean {
  return error instanceof BackendError && error.failure.kind === 'problem' && error.failure.status === 404;
}

/** The nearest site in words, with the ways that lead on from it. */
function nearest(sites: Site[], here: Coordinates): (Node | string)[] {
  const measured = sites.map((site) => ({ site, miles: Math.round(milesBetween(site, here)) }));
  const [first] = measured.sort((one, other) => one.miles - other.miles);
  if (!first) {
    return [];
  }
  const { name, number, sign_up } = first.site;
  const strong = document.createElement('strong');
  strong.append(name);
  const far = first.miles === 1 ? 'about 1 mile' : `about ${first.miles} miles`;
  const ways = [link(`#site-${number}`, 'See It in the List', 'button button--quiet button--small')];
  if (sign_up) {
    ways.unshift(link(sign_up, 'Sign Up', 'button button--small'));
  }
  return ['The nearest site is ', strong, `, ${far} away. `, ...ways.flatMap((way) => [way, ' '])];
}

function link(href: string, text: string, look: string): HTMLAnchorElement {
  const way = document.createElement('a');
  way.href = href;
  way.className = look;
  way.append(text);
  return way;
}
