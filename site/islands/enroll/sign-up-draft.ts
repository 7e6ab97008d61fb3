import { chosenPerson } from '../backend/chosen-person';
import { draftFor, type StartedSignUp } from '../backend/sign-up';
import type { BegunForm } from '../wire/BegunForm';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { SignUpDraft } from '../wire/SignUpDraft';
import { isChanged } from './answers';
import { hasInput } from './form-draft';
import type { EarlierVisit, FormPhase } from './sign-up-state';

/** The part of the address that opens the privacy notice of a sign-up. */
const NOTICE = '#notice';

/** What a browser began for a study: its sign-up, or else the draft of one. Those for other studies don't count. */
export function earlierVisit(studyNumber: string, started: StartedSignUp): Partial<EarlierVisit> {
  const { data, draft } = started;
  const ownSignUp = data?.study_number === studyNumber ? data : null;
  const ownDraft = draftFor(studyNumber, started);
  const passed = ownDraft?.answers ?? [];
  const isAnother = chosenPerson(ownDraft) !== null && location.hash !== NOTICE;
  const signUp = isAnother ? null : ownSignUp;
  const signsUpFor = personOf(ownDraft) ?? (signUp && 'self');
  return {
    signUp,
    otherSignUp: isAnother ? ownSignUp : null,
    draft: ownDraft,
    documentIsGone: (draft === null || ownDraft !== null) && !ownDraft?.documents?.length,
    person: signsUpFor && { signsUpFor, chosen: 'before' },
    answers:
      passed.length > 0 && !isChanged(ownDraft?.begun_answers ?? [], passed)
        ? { list: passed, passed: 'before', remark: null }
        : null,
    ...(signUp && { form: continued(signUp.pt_id) }),
  };
}

/** The form of a draft, or null if the visitor typed nothing into it. */
export function formOf(draft: SignUpDraft | null): BegunForm | null {
  return draft && hasInput(draft.form) ? draft.form : null;
}

/** The participant ID is valid as system id, too. A visitor from the thank-you page has asked to read the notice. */
function continued(pt_id: string): FormPhase {
  const participant = { pt_id, pt_sys_id: pt_id };
  return location.hash === NOTICE
    ? { name: 'reading', participant }
    : { name: 'unaccepted', participant, message: null };
}

/** The person of a draft. A draft from before the question existed is for the visitor. */
function personOf(ownDraft: SignUpDraft | null): SignsUpFor | null {
  const isOwn = ownDraft && !ownDraft.from_records && formOf(ownDraft);
  return chosenPerson(ownDraft) ?? (isOwn ? 'self' : null);
}
