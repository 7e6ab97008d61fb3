import { type RefObject, useEffect, useRef, useState } from 'react';
import { BackendError, isCancelled, plainSentence } from '../backend/backend-error';
import { chosenPerson } from '../backend/chosen-person';
import { recordsOfBrowser } from '../backend/records';
import { sharesOf } from '../backend/shares';
import { type SignUp, type StartedSignUp, startedInThisBrowser } from '../backend/sign-up';
import { SHARED_ALREADY } from '../messages/records';
import { waitForPendingSaves } from '../pending-saves';
import type { ChosenRecords } from '../wire/ChosenRecords';
import type { RecordsAnswer } from '../wire/RecordsAnswer';
import { type ConnectionProblem, readQuery, studyOfAddress } from './address-of-records';
import { ownNumber } from './own-number';
import { hasRecords, type ListMessage, type RecordsPhase } from './records-phase';
import { useReturn } from './use-return';

const SENTENCES: Record<ConnectionProblem, string> = {
  refused: 'You or the health system said no, so no records were read.',
  nothing:
    'You did not allow us to see any records. To go on, choose your health system again and leave at least one kind of record checked.',
  failed: 'We could not connect to the health system. Try again, or choose another one.',
  unsupported:
    'This health system’s setup does not work with our site, so trying again will not help. Choose another health system, or sign up without records.',
  expired:
    'This connection took too long, was used already, or was begun again in another tab. Go on there, or choose your health system again.',
};

const CONNECTION_EXPIRED =
  'This connection was used already, or took too long. Choose your health system again. If you want to go on with the records that we read before at';

const RECORDS_GONE: ListMessage = {
  sentence:
    'The records that you looked at are not here any more. They were deleted or shared in another tab, or their time is over.',
  isProblem: false,
};

/** This browser's sign-up; null if it has none; `'unknown'` if the lookup failed. */
export type KnownSignUp = SignUp | null | 'unknown';

/** The state of the page, and its actions. */
export type Records = {
  phase: RecordsPhase;
  signUp: KnownSignUp;
  /** The study for which another person's sign-up is begun in this browser. */
  begunStudy: string | null;
  /** The study to share records with. */
  studyNumber: string | null;
  load: () => void;
  show: (phase: RecordsPhase) => void;
  /** Set while records are shown: applies what was left out elsewhere. */
  selectionSync: RefObject<SelectionSync | null>;
};

/** Called before a request to the server. Returns a function that applies the left-out records of the answer. */
export type SelectionSync = () => (leftOut: ChosenRecords) => void;

/** Loads the records and the sign-up of this browser, at the same time. */
export function useRecords(): Records {
  const [phase, show] = useState<RecordsPhase>({ name: 'loading', isAgain: false });
  const [signUp, setSignUp] = useState<KnownSignUp>(null);
  const [begunStudy, setBegunStudy] = useState<string | null>(null);
  const [studyNumber, setStudyNumber] = useState<string | null>(null);
  const pending = useRef<AbortController | null>(null);
  const selectionSync = useRef<SelectionSync | null>(null);

  const loadPhase = async (problem: ConnectionProblem | null) => {
    pending.current?.abort();
    const call = new AbortController();
    pending.current = call;
    const studyNumberOfAddress = ownNumber(studyOfAddress(), call.signal);
    const [next, started, requestedStudy] = await Promise.all([
      firstPhase(problem, studyNumberOfAddress, call.signal),
      studyNumberOfAddress.then(startedFor),
      studyNumberOfAddress,
    ]);
    const signedUp = await startedForRecords(studyOf(next), started);
    const { data, draft } = signedUp ?? { data: null, draft: null };
    const notice = next.name === 'systems' && next.notice === null ? await messageOfShares(data) : null;
    if (!call.signal.aborted) {
      setSignUp(signedUp === null ? 'unknown' : data);
      setBegunStudy(chosenPerson(draft) === null ? null : (draft?.study_number ?? null));
      setStudyNumber(requestedStudy ?? studyOf(next) ?? data?.study_number ?? draft?.study_number ?? null);
      show(notice === null ? next : { name: 'systems', notice });
    }
  };
  const load = () => {
    show({ name: 'loading', isAgain: true });
    void loadPhase(null);
  };

  useReturn(async () => {
    if (phase.name !== 'loaded') {
      return;
    }
    const take = selectionSync.current?.();
    const answer = await recordsOfBrowser().catch(() => null);
    if (answer?.connection?.id === phase.connection.id) {
      take?.(answer.connection.left_out);
    } else if (answer !== null && pending.current?.signal.aborted === false) {
      show((now) => (now === phase ? phaseOfAnswer(answer) : now));
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is mounted
  useEffect(() => {
    const problem = readQuery();
    let isMounted = true;
    void waitForPendingSaves().then(() => {
      if (isMounted) {
        void loadPhase(problem);
      }
    });
    return () => {
      isMounted = false;
      pending.current?.abort();
    };
  }, []);

  return { phase, signUp, begunStudy, studyNumber, load, show, selectionSync };
}

/** The browser's sign-up, or null if the lookup failed. */
const startedFor = (study: string | null): Promise<StartedSignUp | null> =>
  startedInThisBrowser(study).catch(() => null);

/** The records may be for an earlier study than the newest sign-up's. */
function startedForRecords(
  study: string | null,
  started: StartedSignUp | null,
): StartedSignUp | null | Promise<StartedSignUp | null> {
  const signedUpFor = started?.data?.study_number;
  return study !== null && signedUpFor !== undefined && signedUpFor !== study ? startedFor(study) : started;
}

/** The message above the list after a share. Null without shares or without an answer. */
async function messageOfShares(signUp: SignUp | null): Promise<ListMessage | null> {
  const shares = signUp?.acknowledged ? await sharesOf(signUp.pt_id).catch(() => []) : [];
  return shares.length === 0 ? null : { sentence: SHARED_ALREADY, isProblem: false };
}

/**
 * The message after a failed connection. After an expired one, the visitor may be another person, so earlier records are
 * only linked (E-358).
 */
async function messageOfProblem(problem: ConnectionProblem, signal: AbortSignal): Promise<ListMessage> {
  const before = problem === 'expired' ? await recordsOfBrowser(signal).catch(() => null) : null;
  return before?.connection && hasRecords(before.output, before.further)
    ? {
        sentence: `${CONNECTION_EXPIRED} ${before.connection.system}, they are still here.`,
        isProblem: true,
        hasRecords: true,
      }
    : { sentence: SENTENCES[problem], isProblem: true };
}

/** The study of the loaded records. Another health system is then chosen for the same study. */
function studyOf(phase: RecordsPhase): string | null {
  return phase.name === 'loaded' ? phase.connection.study_number : null;
}

/** The phase after the connection ended in another tab. */
function phaseOfAnswer({ output, further, connection }: RecordsAnswer): RecordsPhase {
  return connection === null
    ? { name: 'systems', notice: RECORDS_GONE }
    : { name: 'loaded', records: output, further, connection };
}

/** The first phase: the list after a failed connection, else the server's records. */
async function firstPhase(
  problem: ConnectionProblem | null,
  studyNumberOfAddress: Promise<string | null>,
  signal: AbortSignal,
): Promise<RecordsPhase> {
  if (problem !== null) {
    return { name: 'systems', notice: await messageOfProblem(problem, signal) };
  }
  try {
    const { output, further, connection } = await recordsOfBrowser(signal);
    const requestedStudy = await studyNumberOfAddress;
    // Records for another study need a new connection for this one.
    return connection === null || (requestedStudy !== null && requestedStudy !== connection.study_number)
      ? { name: 'systems', notice: null }
      : { name: 'loaded', records: output, further, connection };
  } catch (error) {
    if (isCancelled(error)) {
      return { name: 'loading', isAgain: false };
    }
    const isOver =
      error instanceof BackendError && ['connection_over', 'records_too_many'].includes(error.code ?? '');
    return { name: 'failed', message: plainSentence(error), isOver };
  }
}
