import { useEffect, useRef, useState } from 'react';
import { BackendError, plainSentence } from '../backend/backend-error';
import { fillForm, forgetRecords, shareRecords } from '../backend/records';
import { forgetSharedKeys } from '../shared-keys';
import type { ChosenRecords } from '../wire/ChosenRecords';
import type { DifferingBirthDates } from '../wire/DifferingBirthDates';
import type { RecordsConnection } from '../wire/RecordsConnection';
import type { RecordsPhase } from './records-phase';

const NOT_SHARED =
  'Nothing was shared. The records are not kept any more, or none was chosen. Choose your health system again.';
const DELETED = 'The records that we read were deleted. Nothing was shared.';

/** What can be done with records. */
export type Review = {
  /** What is being done now. */
  doing: 'sharing' | 'filling' | 'forgetting' | null;
  /** Why something else than a share did not work. */
  problem: string | null;
  /** Whether a share did not work, which is said in a dialog. */
  sharingFailed: boolean;
  /** What has to be confirmed before anything is shared. */
  differing: DifferingBirthDates | null;
  /** `confirmed` is the date of birth in the records, once somebody said that it is right. */
  share: (records: ChosenRecords, participant: string, confirmed?: string) => void;
  fill: (records: ChosenRecords) => void;
  forget: () => void;
  closeDialog: () => void;
  dontShare: () => void;
};

/** Shares records of a connection, puts them into the sign-up form or deletes them, one at a time. */
export function useReview(
  { id: connection, study_number }: RecordsConnection,
  show: (phase: RecordsPhase) => void,
): Review {
  const [doing, setDoing] = useState<Review['doing']>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sharingFailed, setSharingFailed] = useState(false);
  const [differing, setDiffering] = useState<DifferingBirthDates | null>(null);
  // A second click comes before React has drawn what the first did, or before it has drawn the answer to it.
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = doing !== null;
  }, [doing]);

  const once = async (
    what: Review['doing'],
    work: () => Promise<void>,
    onError: (error: unknown) => void,
  ) => {
    if (isBusy.current) {
      return;
    }
    isBusy.current = true;
    setDoing(what);
    setProblem(null);
    setDiffering(null);
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    setDoing(null);
  };
  const tell = (error: unknown) => setProblem(plainSentence(error));

  const share: Review['share'] = (records, participant, confirmed_dob = '') =>
    once(
      'sharing',
      async () => {
        const request = {
          prospect: participant,
          connection,
          records,
          dob: '',
          nctid: study_number,
          gender: '',
          confirmed_dob,
        };
        const isShared = await shareRecords(request).finally(forgetSharedKeys);
        if (typeof isShared === 'object') {
          setDiffering(isShared);
          return;
        }
        show(
          isShared
            ? { name: 'shared', participant }
            : { name: 'systems', said: { sentence: NOT_SHARED, isProblem: true } },
        );
      },
      (error) => (isOfOthers(error) ? tell(error) : setSharingFailed(true)),
    );

  const fill: Review['fill'] = (records) =>
    once(
      'filling',
      async () => {
        await fillForm({ connection, records });
        location.assign(`/enroll/${study_number}`);
      },
      tell,
    );

  const forget = () =>
    once(
      'forgetting',
      async () => {
        await forgetRecords();
        show({ name: 'systems', said: { sentence: DELETED, isProblem: false } });
      },
      tell,
    );

  return {
    doing,
    problem,
    sharingFailed,
    differing,
    share,
    fill,
    forget,
    closeDialog: () => setSharingFailed(false),
    dontShare: () => setDiffering(null),
  };
}

/** Whether other records were read since, in another tab; trying again would not help. */
function isOfOthers(error: unknown): boolean {
  return error instanceof BackendError && error.code === 'records_changed';
}
