import { savePerson } from '../backend/records';
import { takeMailLink } from '../mail-link';

/** How a connection to a health system may fail. */
export type ConnectionProblem = 'refused' | 'failed' | 'unsupported' | 'expired' | 'nothing';

const PROBLEMS: readonly string[] = [
  'refused',
  'failed',
  'unsupported',
  'expired',
  'nothing',
] satisfies ConnectionProblem[];

/**
 * Reads the query of the address and removes it before anything else happens (E-129, E-130). Sends the personal data of
 * a legacy link to the server. Returns how a connection failed, or null.
 */
export function readQuery(): ConnectionProblem | null {
  if (location.search === '') {
    return null;
  }
  const query = new URLSearchParams(location.search);
  history.replaceState(history.state, '', location.pathname);
  const person = { dob: query.get('dob') ?? '', gender: query.get('gender') ?? '' };
  if (person.dob !== '' || person.gender !== '') {
    // Without it, only the person named by the health system counts.
    savePerson(person).catch(() => {});
  }
  const problem = query.get('problem') ?? '';
  return PROBLEMS.includes(problem) ? (problem as ConnectionProblem) : null;
}

const TAKE_BACK = '#take-back=';

/** The token of an email link that takes shared records back, or null. */
export function takeBackToken(): string | null {
  const link = takeMailLink((hash) => hash.startsWith(TAKE_BACK));
  return link === '' ? null : link.slice(TAKE_BACK.length);
}

/** The study in `/connect-to-emr/{random id}/{studySysId}/{domain}/{studyId}` or `/connect-to-emr/{studyId}`, or null. */
export function studyOfAddress(): string | null {
  const [page, ...segments] = location.pathname.split('/').filter((segment) => segment !== '');
  return page?.toLowerCase() === 'connect-to-emr' ? (segments.at(-1)?.toUpperCase() ?? null) : null;
}

/** The city in `/medical-records/{prospect}/{city}`, or an empty string. */
export function cityOfAddress(): string {
  const [, page, , city = ''] = location.pathname.split('/');
  try {
    return page?.toLowerCase() === 'medical-records' ? decodeURIComponent(city) : '';
  } catch {
    return '';
  }
}
