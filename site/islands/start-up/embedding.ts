/** The pages that partners may show in a frame. */
const FRAMED = /^\/(results|study|trialdetails)(\/|$)/i;

/**
 * Marks a page that a partner shows in a frame; the styles then hide header, footer, and steps. Links to searches and
 * studies stay in the frame. Every other page, including each sign-up, opens in the top window (D-289).
 */
export function markEmbedding(): void {
  const embedded = new URLSearchParams(location.search).get('embed') === 'true';
  document.documentElement.classList.toggle('is-embedded', embedded);
  if (embedded) {
    document.addEventListener('submit', stayInFrame);
    document.addEventListener('click', followLink, true);
  }
}

function followLink({ target }: Event): void {
  const link = (target as Element).closest<HTMLAnchorElement>('a');
  if (link?.origin !== location.origin) {
    return;
  }
  if (!FRAMED.test(link.pathname)) {
    link.target = '_top';
  } else if (!link.search.includes('embed=true')) {
    link.search += `${link.search && '&'}embed=true`;
  }
}

function stayInFrame({ target, defaultPrevented }: SubmitEvent): void {
  const form = target as HTMLFormElement;
  if (defaultPrevented || form.method !== 'get' || form.querySelector('[name="embed"]')) {
    return;
  }
  const field = { type: 'hidden', name: 'embed', value: 'true' };
  form.append(Object.assign(document.createElement('input'), field));
}
