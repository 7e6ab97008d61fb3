import { type RefObject, useEffect, useRef, useState } from 'react';
import { BackendError, isCancelled, plainSentence } from '../backend/backend-error';
import { recordsOfBrowser } from '../backend/records';
import { sharesOf } from '../backend/shares';
import { type BegunSignUp, begunInThisBrowser, type SignUp } from '../backend/sign-up';
import { keptOnLeaving } from '../kept-on-leaving';
import { SHARED_ALREADY } from '../messages/records';
import type { ChosenRecords } from '../wire/ChosenRecords';
import type { RecordsAnswer } from '../wire/RecordsAnswer';
import { type ConnectionProblem, studyOfAddress, takeQuery } from './address-of-records';
import { ownNumber } from './own-number';
import { hasRecords, type RecordsPhase, type Said } from './records-phase';
import { useComingBack } from './use-coming-back';

const SENTENCES: Record<ConnectionProblem, string> = {
  refused: 'You or the health system said no, so no records were read.',
  failed: 'We could not connect to the health system. Try again, or choose another one.',
  expired:
    'This connection took too long, was used already, or was begun again in another tab. Go on there, or choose your health system again.',
};

const USED_BEFORE =
  'This connection was used already, or took too long. Choose your health system again. If you want to go on with the records that we read before at';

const GONE: Said = {
  sentence:
    'The records that you looked at are not here any more. They were deleted or shared in another tab, or their time is over.',
  isProblem: false,
};

/** What the screen knows, and how it goes on. */
export type Records = {
  phase: RecordsPhase;
  /** Who signed up in this browser. */
  signUp: SignUp | null;
  /** The study for which records can be shared. */
  studyNumber: string | null;
  load: () => void;
  show: (phase: RecordsPhase) => void;
  /** Who is asked before the server is, and told what is left out there; whoever shows records puts it here. */
  taking: RefObject<Taking | null>;
};

/** Begins to look at what is left out, and gives what takes it over. */
export type Taking = () => (leftOut: ChosenRecords) => void;

/** Looks up the records of this browser and who signed up in it, both at once. */
export function useRecords(): Records {
  const [phase, show] = useState<RecordsPhase>({ name: 'loading', isAgain: false });
  const [signUp, setSignUp] = useState<SignUp | null>(null);
  const [studyNumber, setStudyNumber] = useState<string | null>(null);
  const pending = useRef<AbortController | null>(null);
  const taking = useRef<Taking | null>(null);

  const look = async (problem: ConnectionProblem | null) => {
    pending.current?.abort();
    const call = new AbortController();
    pending.current = call;
    const named = ownNumber(studyOfAddress(), call.signal);
    const [next, begun, wanted] = await Promise.all([
      phaseAfter(problem, named, call.signal),
      named.then(begunFor),
      named,
    ]);
    const { data, draft } = await begunForRecords(studyOf(next), begun);
    const said = next.name === 'systems' && next.said === null ? await saidOfShares(data) : null;
    if (!call.signal.aborted) {
      setSignUp(data);
      setStudyNumber(wanted ?? studyOf(next) ?? data?.study_number ?? draft?.study_number ?? null);
      show(said === null ? next : { name: 'systems', said });
    }
  };
  const load = () => {
    show({ name: 'loading', isAgain: true });
    void look(null);
  };

  useComingBack(async () => {
    if (phase.name !== 'loaded') {
      return;
    }
    const take = taking.current?.();
    const answer = await recordsOfBrowser().catch(() => null);
    if (answer?.connection?.id === phase.connection.id) {
      take?.(answer.connection.left_out);
    } else if (answer !== null && pending.current?.signal.aborted === false) {
      show((now) => (now === phase ? phaseInstead(answer) : now));
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    const problem = takeQuery();
    let wanted = true;
    void keptOnLeaving().then(() => {
      if (wanted) {
        void look(problem);
      }
    });
    return () => {
      wanted = false;
      pending.current?.abort();
    };
  }, []);

  return { phase, signUp, studyNumber, load, show, taking };
}

const begunFor = (study: string | null): Promise<BegunSignUp> =>
  begunInThisBrowser(study).catch(() => ({ data: null, draft: null }));

/** Records may be those for a study before the newest sign-up. */
function begunForRecords(study: string | null, begun: BegunSignUp): BegunSignUp | Promise<BegunSignUp> {
  const isOther = study !== null && begun.data !== null && begun.data.study_number !== study;
  return isOther ? begunFor(study) : begun;
}

/** What whoever comes back after sharing is told above the list; without an answer it is the list alone. */
async function saidOfShares(signUp: SignUp | null): Promise<Said | null> {
  const shares = signUp?.acknowledged ? await sharesOf(signUp.pt_id).catch(() => []) : [];
  return shares.length === 0 ? null : { sentence: SHARED_ALREADY, isProblem: false };
}

/** Whoever comes back a second time may have signed in as somebody else, and says whether to go on with what was read (E-358). */
async function saidOfProblem(problem: ConnectionProblem, signal: AbortSignal): Promise<Said> {
  const before = problem === 'expired' ? await recordsOfBrowser(signal).catch(() => null) : null;
  return before?.connection && hasRecords(before.output)
    ? {
        sentence: `${USED_BEFORE} ${before.connection.system}, they are still here.`,
        isProblem: true,
        hasRecords: true,
      }
    : { sentence: SENTENCES[problem], isProblem: true };
}

/** The study for which records were read; whoever then chooses another health system does so for the same one. */
function studyOf(phase: RecordsPhase): string | null {
  return phase.name === 'loaded' ? phase.connection.study_number : null;
}

/** What is shown instead of the records of a connection that ended in another tab. */
function phaseInstead({ output, connection }: RecordsAnswer): RecordsPhase {
  return connection === null
    ? { name: 'systems', said: GONE }
    : { name: 'loaded', records: output, connection };
}

/** What is shown at first: after a connection that failed, the list once more; else what the server has. */
async function phaseAfter(
  problem: ConnectionProblem | null,
  named: Promise<string | null>,
  signal: AbortSignal,
): Promise<RecordsPhase> {
  if (problem !== null) {
    return { name: 'systems', said: await saidOfProblem(problem, signal) };
  }
  try {
    const { output, connection } = await recordsOfBrowser(signal);
    const wanted = await named;
    // Whoever comes from the sign-up for another study connects anew, for that one.
    return connection === null || (wanted !== null && wanted !== connection.study_number)
      ? { name: 'systems', said: null }
      : { name: 'loaded', records: output, connection };
  } catch (error) {
    if (isCancelled(error)) {
      return { name: 'loading', isAgain: false };
    }
    const isOver =
      error instanceof BackendError && ['connection_over', 'records_too_many'].includes(error.code ?? '');
    return { name: 'failed', message: plainSentence(error), isOver };
  }
}
