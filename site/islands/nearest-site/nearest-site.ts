import { BackendError, plainSentence } from '../backend/backend-error';
import { call } from '../backend/call';
import { type Coordinates, milesBetween } from './globe';

/** A site, as the page names it. */
type Site = Coordinates & { number: number; name: string; sign_up: string | null };

const UNKNOWN_PLACE = 'We don’t know this place. Try a city with its state or country, or a ZIP code.';

/** Finds the study site that is nearest to a place the visitor types. */
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
      (error: unknown) => answer.replaceChildren(isUnknown(error) ? UNKNOWN_PLACE : plainSentence(error)),
    );
  });
  form.hidden = false;
  form.dataset.alive = '';
}

function locate(place: string): Promise<Coordinates> {
  return call({ path: `/backend/locations?${new URLSearchParams({ address: place })}`, read: readLocation });
}

function readLocation(answer: unknown): Coordinates | undefined {
  const { lat, lng } = (answer as { location?: { lat?: unknown; lng?: unknown } }).location ?? {};
  return typeof lat === 'number' && typeof lng === 'number' ? { latitude: lat, longitude: lng } : undefined;
}

function isUnknown(error: unknown): boolean {
  return error instanceof BackendError && error.failure.kind === 'problem' && error.failure.status === 404;
}

/** A site and its distance. */
type SiteDistance = { site: Site; miles: number };

/** The nearest site in words with its links, and the nearest one that accepts sign-ups. */
function nearest(sites: Site[], here: Coordinates): (Node | string)[] {
  const byDistance = sites
    .map((site) => ({ site, miles: Math.round(milesBetween(site, here)) }))
    .sort((one, other) => one.miles - other.miles);
  const [first] = byDistance;
  if (!first) {
    return [];
  }
  const open = byDistance.find(({ site }) => site.sign_up);
  const sentence = describe('The nearest site is ', first);
  return open && open !== first
    ? [...sentence, ...describe('The nearest that you can sign up for here is ', open)]
    : sentence;
}

function describe(begin: string, { site, miles }: SiteDistance): (Node | string)[] {
  const strong = document.createElement('strong');
  strong.append(site.name);
  const distance = miles === 1 ? 'about 1 mile' : `about ${miles} miles`;
  const ways = [link(`#site-${site.number}`, 'See It in the List', 'button button--quiet button--small')];
  if (site.sign_up) {
    ways.unshift(link(site.sign_up, 'Sign Up', 'button button--small'));
  }
  return [begin, strong, `, ${distance} away. `, ...ways.flatMap((anchor) => [anchor, ' '])];
}

function link(href: string, text: string, className: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.className = className;
  anchor.append(text);
  return anchor;
}
