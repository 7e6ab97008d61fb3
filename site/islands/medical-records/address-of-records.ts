import { keepPerson } from '../backend/records';
import { takeMailLink } from '../mail-link';

/** What a health system's answer may have come to. */
export type ConnectionProblem = 'refused' | 'failed' | 'expired';

const PROBLEMS: readonly string[] = ['refused', 'failed', 'expired'] satisfies ConnectionProblem[];

/**
 * Takes what the query of the address says: what an old link tells of the person goes to the server, and the address is
 * replaced by one without it before anything else happens (E-129, E-130). Gives how a connection ended, if it failed.
 */
export function takeQuery(): ConnectionProblem | null {
  if (location.search === '') {
    return null;
  }
  const query = new URLSearchParams(location.search);
  history.replaceState(history.state, '', location.pathname);
  const person = { dob: query.get('dob') ?? '', gender: query.get('gender') ?? '' };
  if (person.dob !== '' || person.gender !== '') {
    // Without it, what the health system says of the person counts alone.
    keepPerson(person).catch(() => {});
  }
  const problem = query.get('problem') ?? '';
  return PROBLEMS.includes(problem) ? (problem as ConnectionProblem) : null;
}

const TAKE_BACK = '#take-back=';

/** The token of the link in a mail by which shared records are taken back. */
export function takeBackToken(): string | null {
  const link = takeMailLink((hash) => hash.startsWith(TAKE_BACK));
  return link === '' ? null : link.slice(TAKE_BACK.length);
}

/** The study that `/connect-to-emr/{random id}/{studySysId}/{domain}/{studyId}` names, or `/connect-to-emr/{studyId}`. */
export function studyOfAddress(): string | null {
  const [page, ...more] = location.pathname.split('/').filter((segment) => segment !== '');
  return page?.toLowerCase() === 'connect-to-emr' ? (more.at(-1)?.toUpperCase() ?? null) : null;
}

/** The city that `/medical-records/{prospect}/{city}` names; nothing where it names none. */
export function cityOfAddress(): string {
  const [, page, , city = ''] = location.pathname.split('/');
  try {
    return page?.toLowerCase() === 'medical-records' ? decodeURIComponent(city) : '';
  } catch {
    return '';
  }
}
