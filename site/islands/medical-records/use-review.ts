import { useEffect, useRef, useState } from 'react';
import { BackendError, plainSentence } from '../backend/backend-error';
import { fillForm, forgetRecords, shareRecords } from '../backend/records';
import type { ChosenRecords } from '../wire/ChosenRecords';
import type { DifferingBirthDates } from '../wire/DifferingBirthDates';
import type { RecordsConnection } from '../wire/RecordsConnection';
import type { RecordsPhase } from './records-phase';
import { forgetSharedKeys } from './shared-keys';

const NOT_SHARED =
  'Nothing was shared. The records are not kept any more, or none was chosen. Choose your health system again.';
const DELETED = 'The records that we read were deleted. Nothing was shared.';

/** The actions on records. */
export type Review = {
  /** The current action. */
  doing: 'sharing' | 'filling' | 'forgetting' | null;
  /** Why an action other than sharing failed. */
  problem: string | null;
  /** Whether sharing failed, which is shown in a dialog. */
  sharingFailed: boolean;
  /** The dates of birth to confirm before sharing. */
  differing: DifferingBirthDates | null;
  /** `confirmed` is the date of birth in the records, after the participant confirmed it. */
  share: (records: ChosenRecords, participant: string, confirmed?: string) => void;
  fill: (records: ChosenRecords) => void;
  forget: () => void;
  closeDialog: () => void;
  cancelShare: () => void;
};

/** Shares records of a connection, fills the sign-up form from them, or deletes them, one action at a time. */
export function useReview(
  { id: connection, study_number }: RecordsConnection,
  show: (phase: RecordsPhase) => void,
): Review {
  const [doing, setDoing] = useState<Review['doing']>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sharingFailed, setSharingFailed] = useState(false);
  const [differing, setDiffering] = useState<DifferingBirthDates | null>(null);
  // A second click may come before React has rendered the first, or the answer to it.
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = doing !== null;
  }, [doing]);

  const run = async (
    action: Review['doing'],
    work: () => Promise<void>,
    onError: (error: unknown) => void,
  ) => {
    if (isBusy.current) {
      return;
    }
    isBusy.current = true;
    setDoing(action);
    setProblem(null);
    setDiffering(null);
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    setDoing(null);
  };
  const showProblem = (error: unknown) => setProblem(plainSentence(error));

  const share: Review['share'] = (records, participant, confirmed_dob = '') =>
    run(
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
            : { name: 'systems', notice: { sentence: NOT_SHARED, isProblem: true } },
        );
      },
      (error) => (isOutdated(error) ? showProblem(error) : setSharingFailed(true)),
    );

  const fill: Review['fill'] = (records) =>
    run(
      'filling',
      async () => {
        await fillForm({ connection, records });
        location.assign(`/enroll/${study_number}`);
      },
      showProblem,
    );

  const forget = () =>
    run(
      'forgetting',
      async () => {
        await forgetRecords();
        show({ name: 'systems', notice: { sentence: DELETED, isProblem: false } });
      },
      showProblem,
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
    cancelShare: () => setDiffering(null),
  };
}

/** Whether another tab read other records since. Another attempt would not help. */
function isOutdated(error: unknown): boolean {
  return error instanceof BackendError && error.code === 'records_changed';
}
