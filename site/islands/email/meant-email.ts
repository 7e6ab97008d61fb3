import emailMisspelled from 'email-misspelled';
import commonProviders from 'email-providers/common.json';
import providers from './providers.json';

/** A domain cut at its first dot, such as `hotmail` and `co.uk`. */
type Domain = { label: string; suffix: string };

/** Short names have too many real neighbors: `al.com` and `olive.com` exist. */
const SHORTEST_LABEL = 5;
/** A longer name may have two wrong letters. */
const LONG_LABEL = 7;

const VALID = new Set([...commonProviders, ...providers.suggested, ...providers.valid]);
const SUGGESTED = providers.suggested.map(cut);
const labelErrors = errorsAmong(SUGGESTED.map(({ label }) => label));
const suffixErrors = errorsAmong(SUGGESTED.map(({ suffix }) => suffix));

/**
 * The address with the domain of a well-known provider that was probably meant; nothing when the domain may be right as it
 * is. A person who typed a rare domain must not be led to change it.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const typed = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || typed === '' || VALID.has(typed)) {
    return null;
  }
  const meant = meantDomain(typed);
  return meant && `${email.slice(0, at).trim()}@${meant}`;
}

function meantDomain(typed: string): string | null {
  const pressed = typed.replace(/[^a-z0-9]/g, '');
  const spelledAlike = providers.suggested.find((domain) => domain.replaceAll('.', '') === pressed);
  if (spelledAlike !== undefined) {
    return spelledAlike;
  }
  const domain = cut(typed);
  let best: { domain: string; errors: number } | null = null;
  for (const [index, suggested] of SUGGESTED.entries()) {
    const errors = errorsBetween(domain, suggested);
    if (errors !== null && (best === null || errors < best.errors)) {
      best = { domain: providers.suggested[index] as string, errors };
    }
  }
  return best?.domain ?? null;
}

/** How many slips lie between two domains; nothing when they are too far apart to be the same one. */
function errorsBetween(typed: Domain, suggested: Domain): number | null {
  const ofSuffix = typed.suffix === suggested.suffix ? 0 : errorsOfSuffix(typed.suffix, suggested.suffix);
  const ofLabel = typed.label === suggested.label ? 0 : errorsOfLabel(typed.label, suggested.label);
  return ofSuffix === null || ofLabel === null ? null : ofSuffix + ofLabel;
}

function errorsOfSuffix(typed: string, suggested: string): number | null {
  if (typed === '') {
    return 1;
  }
  return isRealSuffix(typed) ? null : (slips(suffixErrors, typed, suggested) ?? null);
}

function errorsOfLabel(typed: string, suggested: string): number | null {
  const errors = slips(labelErrors, typed, suggested);
  if (errors === null || suggested.length < SHORTEST_LABEL) {
    return null;
  }
  const startsAlike = typed[0] === suggested[0];
  // A wrong first letter of a short name is more likely another provider, such as `ymail.com`.
  const isNear = suggested.length >= LONG_LABEL || startsAlike || typed.length !== suggested.length;
  const mayBeMeant = errors === 1 ? isNear : suggested.length >= LONG_LABEL && startsAlike;
  return mayBeMeant ? errors : null;
}

/** Slips of the fingers: letters that are wrong, missing, or too many; two that are swapped count as one. */
function slips(errors: ReturnType<typeof errorsAmong>, typed: string, suggested: string): number | null {
  const count = errors(typed).get(suggested) ?? null;
  return count === 2 && sorted(typed) === sorted(suggested) ? 1 : count;
}

function errorsAmong(words: string[]): (typed: string) => Map<string, number> {
  const check = emailMisspelled({ domains: [...new Set(words)] });
  // The library compares what follows an `@`, be it a whole domain or a part of one.
  return (typed) =>
    new Map(check(`x@${typed}`).map(({ suggest, misspelledCount }) => [suggest, misspelledCount]));
}

/** Whether there can be a domain with this ending: one of a country has two letters. */
function isRealSuffix(suffix: string): boolean {
  const last = suffix.split('.').at(-1) ?? '';
  const isCountry = last.length === 2 && !providers.typoSuffixes.includes(suffix);
  return isCountry || providers.realSuffixes.includes(last);
}

function cut(domain: string): Domain {
  const [label = '', ...suffix] = domain.split('.');
  return { label, suffix: suffix.join('.') };
}

const sorted = (text: string) => [...text].sort().join('');
