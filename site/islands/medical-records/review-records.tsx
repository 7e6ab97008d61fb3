import { type RefObject, useMemo } from 'react';
import { SHARING_FAILED } from '../messages/records';
import { AlertDialog } from '../parts/alert-dialog';
import { StepTitle } from '../parts/step-title';
import type { FurtherRecords } from '../wire/FurtherRecords';
import type { RecordGroups } from '../wire/RecordGroups';
import type { RecordsConnection } from '../wire/RecordsConnection';
import { Fields } from './fields';
import { FitOfStudy } from './fit-of-study';
import { fieldsOfPerson, groupsOf } from './record-fields';
import { RecordList } from './record-list';
import type { RecordsPhase } from './records-phase';
import { useChoice } from './use-choice';
import type { KnownSignUp, SelectionSync } from './use-records';
import { useRemembering } from './use-remembering';
import { useReview } from './use-review';
import { WayOn } from './way-on';

const ACTIVITY = {
  sharing: 'Sharing your records …',
  filling: 'Filling in your form …',
  forgetting: 'Deleting the records …',
};

/** The records, their connection, and the participant who may share them. */
export type ReviewRecordsProps = {
  records: RecordGroups;
  further: FurtherRecords;
  connection: RecordsConnection;
  signUp: KnownSignUp;
  /** Whether another person's sign-up for the study is begun in this browser. */
  isAnotherBegun: boolean;
  /** Loads the sign-up and the records again. */
  load: () => void;
  show: (phase: RecordsPhase) => void;
  selectionSync: RefObject<SelectionSync | null>;
};

/** The records to review, how they fit the study, and the next steps. */
export function ReviewRecords(props: ReviewRecordsProps) {
  const { records, further, connection, signUp, isAnotherBegun, load, show, selectionSync } = props;
  const groups = useMemo(
    () => groupsOf(records, further, connection.missing),
    [records, further, connection.missing],
  );
  const { failed: saveFailed, remember, beginRequest } = useRemembering(connection.id);
  const choice = useChoice(groups, connection.left_out, remember);
  selectionSync.current = () => {
    const isNewer = beginRequest();
    return (leftOut) => isNewer() && choice.takeOver(leftOut);
  };
  const review = useReview(connection, show);
  const { doing, problem } = review;
  const quietButton = {
    className: 'button button--quiet button--small',
    type: 'button',
    'aria-disabled': doing !== null,
  } as const;
  return (
    <section className="form records">
      <StepTitle takesFocus>Your Medical Records</StepTitle>
      <p>
        From <strong>{connection.system}</strong>, for the study <strong>{connection.study_title}</strong>
      </p>
      <p>Are these your records? They are of:</p>
      <Fields fields={fieldsOfPerson(connection.person)} />
      <p>
        Look through what we read. Uncheck what you want to leave out. Only you see this, until you share it.
        Each record is shared with its medical codes, and with a mark of the visit that it belongs to.
      </p>
      {groups.map((group) => (
        <RecordList group={group} choice={choice} key={group.title} />
      ))}
      <FitOfStudy connection={connection.id} />
      <p role="status">
        <strong>
          {choice.count} of {choice.total} records are chosen.
        </strong>
        {choice.count === 0 && ' Choose at least one to go on.'}
      </p>
      {saveFailed && (
        <p className="note note--problem" role="alert">
          We could not keep what you left out. It counts as long as this page stays open. Check your
          connection, and look through your choice once more if you come back later.
        </p>
      )}
      <WayOn
        connection={connection}
        signUp={signUp}
        isAnotherBegun={isAnotherBegun}
        load={load}
        choice={choice}
        review={review}
      />
      <p role="status">{doing && ACTIVITY[doing]}</p>
      {problem !== null && (
        <p className="note note--problem" role="alert">
          {problem}
        </p>
      )}
      <div className="form__actions">
        <button {...quietButton} onClick={() => doing === null && show(chooseAnother(connection.system))}>
          Choose Another Health System
        </button>
        <button {...quietButton} onClick={review.forget}>
          Delete These Records Now
        </button>
      </div>
      {review.sharingFailed && (
        <AlertDialog message={SHARING_FAILED} onClose={review.closeDialog}>
          <p className="dialog__message">You can try again: nothing is shared twice.</p>
        </AlertDialog>
      )}
    </section>
  );
}

/** The list of health systems, with a note that the records of this one are still stored. */
function chooseAnother(system: string): RecordsPhase {
  const sentence = `The records from ${system} are kept until you connect another health system. To go back to them, load this page again.`;
  return { name: 'systems', notice: { sentence, isProblem: false } };
}
