import emailMisspelled from 'email-misspelled';
import commonProviders from 'email-providers/common.json';
import providers from './providers.json';

/** A domain split at its first dot, such as `hotmail` and `co.uk`. */
type Domain = { label: string; suffix: string };

/** Shorter names have too many real neighbors: `al.com` and `olive.com` exist. */
const MIN_LABEL = 5;
/** From this length on, a name may have two wrong letters. */
const LONG_LABEL_LENGTH = 7;

const VALID = new Set([...commonProviders, ...providers.suggested, ...providers.valid]);
const SUGGESTED = providers.suggested.map(splitDomain);
const labelErrors = typoCounter(SUGGESTED.map(({ label }) => label));
const suffixErrors = typoCounter(SUGGESTED.map(({ suffix }) => suffix));

/**
 * The address with the domain of a well-known provider that was probably meant, or null if the domain may be correct. A
 * person with a rare domain must not be led to change it.
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
  const letters = typed.replace(/[^a-z0-9]/g, '');
  const sameLetters = providers.suggested.find((domain) => domain.replaceAll('.', '') === letters);
  if (sameLetters !== undefined) {
    return sameLetters;
  }
  const domain = splitDomain(typed);
  let best: { domain: string; errors: number } | null = null;
  for (const [index, suggested] of SUGGESTED.entries()) {
    const errors = errorsBetween(domain, suggested);
    if (errors !== null && (best === null || errors < best.errors)) {
      best = { domain: providers.suggested[index] as string, errors };
    }
  }
  return best?.domain ?? null;
}

/** The number of typos between two domains, or null if they are too different. */
function errorsBetween(typed: Domain, suggested: Domain): number | null {
  const suffixTypos = typed.suffix === suggested.suffix ? 0 : errorsOfSuffix(typed.suffix, suggested.suffix);
  const labelTypos = typed.label === suggested.label ? 0 : errorsOfLabel(typed.label, suggested.label);
  return suffixTypos === null || labelTypos === null ? null : suffixTypos + labelTypos;
}

function errorsOfSuffix(typed: string, suggested: string): number | null {
  if (typed === '') {
    return 1;
  }
  return isRealSuffix(typed) ? null : (typosBetween(suffixErrors, typed, suggested) ?? null);
}

function errorsOfLabel(typed: string, suggested: string): number | null {
  const errors = typosBetween(labelErrors, typed, suggested);
  if (errors === null || suggested.length < MIN_LABEL) {
    return null;
  }
  const sameStart = typed[0] === suggested[0];
  // A wrong first letter of a short name is more likely another provider, such as `ymail.com`.
  const isLikelyTypo =
    suggested.length >= LONG_LABEL_LENGTH || sameStart || typed.length !== suggested.length;
  const isLikely = errors === 1 ? isLikelyTypo : suggested.length >= LONG_LABEL_LENGTH && sameStart;
  return isLikely ? errors : null;
}

/** Counts typos: wrong, missing, or extra letters. Two swapped letters count as one. */
function typosBetween(
  errors: ReturnType<typeof typoCounter>,
  typed: string,
  suggested: string,
): number | null {
  const count = errors(typed).get(suggested) ?? null;
  return count === 2 && sorted(typed) === sorted(suggested) ? 1 : count;
}

function typoCounter(words: string[]): (typed: string) => Map<string, number> {
  const check = emailMisspelled({ domains: [...new Set(words)] });
  // The library compares the text after an `@`, whether a whole domain or a part of one.
  return (typed) =>
    new Map(check(`x@${typed}`).map(({ suggest, misspelledCount }) => [suggest, misspelledCount]));
}

/** Whether domains with this ending exist. Two-letter endings belong to countries. */
function isRealSuffix(suffix: string): boolean {
  const last = suffix.split('.').at(-1) ?? '';
  const isCountry = last.length === 2 && !providers.typoSuffixes.includes(suffix);
  return isCountry || providers.realSuffixes.includes(last);
}

function splitDomain(domain: string): Domain {
  const [label = '', ...suffix] = domain.split('.');
  return { label, suffix: suffix.join('.') };
}

const sorted = (text: string) => [...text].sort().join('');
