import { type Coordinates, distanceInWords, milesBetween } from './globe';
import { locate, whyNotLocated } from './locate';

/** A site, as the page names it. */
type Site = Coordinates & { number: number; name: string; sign_up: string | null };

/** Names the selected site on a page whose list of sites has no choice. */
const CHOSEN_SITE = '[data-chosen-site]';

/**
 * Finds the study site that is nearest to a place the visitor types, and selects it for sign-up. At first it selects the
 * site that the page's address names, or the one nearest to the place that was searched near.
 */
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
      (here) => {
        const found = nearest(sites, here);
        answer.replaceChildren(...sentences(found));
        select(chosenOf(found));
      },
      (error: unknown) => answer.replaceChildren(whyNotLocated(error)),
    );
  });
  // Without the button, the place can still be typed.
  import('../my-location/location-button').then((button) => button.addTo(form)).catch(() => {});
  form.hidden = false;
  form.dataset.alive = '';
  selectByAddress(sites, { field, answer });
}

/** Selects the site that the page's address names, or the one nearest to its place, unless the visitor is faster. */
function selectByAddress(
  sites: Site[],
  { field, answer }: { field: HTMLInputElement; answer: HTMLElement },
): void {
  const query = new URLSearchParams(location.search);
  const near = query.get('near')?.trim() ?? '';
  if (query.get('site') || query.get('city')) {
    // Where the list is a choice, it selects this site itself.
    if (document.querySelector(CHOSEN_SITE)) {
      select(sites.find((site) => isNamed(site, query)));
    }
    return;
  }
  if (near === '') {
    return;
  }
  const waiting = new AbortController();
  for (const event of ['change', 'input', 'submit']) {
    document.addEventListener(event, () => waiting.abort(), { capture: true, signal: waiting.signal });
  }
  Promise.all([locate(near), whenAlive(field.closest<HTMLElement>('[data-island="study"]'))]).then(
    ([here]) => {
      if (!waiting.signal.aborted) {
        waiting.abort();
        field.value = near;
        const found = nearest(sites, here);
        answer.replaceChildren(...sentences(found));
        select(chosenOf(found));
      }
    },
    // The visitor didn't ask here, and the page has a preselected site.
    () => waiting.abort(),
  );
}

/** Waits until an island with a choice of sites responds to events. */
async function whenAlive(island: HTMLElement | null): Promise<void> {
  if (island && island.dataset.alive === undefined) {
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(island, { attributeFilter: ['data-alive'] });
    });
  }
}

/** Whether an address names a site: by the key in its sign-up, or by city and state. */
function isNamed({ sign_up }: Site, address: URLSearchParams): boolean {
  const place = new URLSearchParams(sign_up?.split('?')[1]);
  const agrees = (name: string) => place.get(name)?.toLowerCase() === address.get(name)?.toLowerCase();
  return address.get('site') ? agrees('site') : agrees('city') && (!address.get('state') || agrees('state'));
}

/** A site and its distance. */
type SiteDistance = { site: Site; miles: number };

/** The nearest site of all, and the nearest one that accepts sign-ups. */
type Nearest = { first: SiteDistance | undefined; open: SiteDistance | undefined };

function nearest(sites: Site[], here: Coordinates): Nearest {
  const byDistance = sites
    .map((site) => ({ site, miles: Math.round(milesBetween(site, here)) }))
    .sort((one, other) => one.miles - other.miles);
  return { first: byDistance[0], open: byDistance.find(({ site }) => site.sign_up) };
}

/** The sites in words with their links. The one that accepts sign-ups comes first. */
function sentences({ first, open }: Nearest): (Node | string)[] {
  if (!open || open === first) {
    return first ? describe('The nearest site is ', first) : [];
  }
  return [
    ...describe('The nearest site that takes sign-ups here is ', open),
    ...(first ? describe('A nearer site takes none here: ', first) : []),
  ];
}

/** The nearest site that accepts sign-ups, or else the nearest one. */
function chosenOf({ first, open }: Nearest): Site | undefined {
  return (open ?? first)?.site;
}

/** Selects a site, where the page has a choice, marks it in the list, and points the page's sign-up to it. */
function select(chosen: Site | undefined): void {
  if (!chosen) {
    return;
  }
  for (const marked of document.querySelectorAll('.sites__item[aria-current]')) {
    marked.removeAttribute('aria-current');
  }
  const item = document.getElementById(`site-${chosen.number}`);
  item?.setAttribute('aria-current', 'true');
  item?.querySelector<HTMLInputElement>('input[type="radio"]')?.click();
  const option = [...document.querySelectorAll('option')].find(({ value }) => value === chosen.sign_up);
  if (option) {
    option.selected = true;
  }
  if (chosen.sign_up !== null) {
    pointSignUpTo(chosen.name, chosen.sign_up);
  }
}

/** Names the site beside the sign-up of a page whose list has no choice, and points the sign-up to it. */
function pointSignUpTo(name: string, signUp: string): void {
  const note = document.querySelector<HTMLElement>(CHOSEN_SITE);
  if (!note) {
    return;
  }
  note.querySelector('strong')?.replaceChildren(name);
  note.hidden = false;
  for (const anchor of document.querySelectorAll<HTMLAnchorElement>(
    '[data-sign-up-of-page], a[data-sign-up]',
  )) {
    anchor.href = signUp;
  }
}

function describe(begin: string, { site, miles }: SiteDistance): (Node | string)[] {
  const strong = document.createElement('strong');
  strong.append(site.name);
  const ways = [link(`#site-${site.number}`, 'See It in the List', 'button button--quiet button--small')];
  if (site.sign_up) {
    ways.unshift(link(site.sign_up, 'Sign Up', 'button button--small'));
  }
  return [begin, strong, `, ${distanceInWords(miles)}. `, ...ways.flatMap((anchor) => [anchor, ' '])];
}

function link(href: string, text: string, className: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.className = className;
  anchor.append(text);
  return anchor;
}
