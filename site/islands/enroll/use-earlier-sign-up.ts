import { useEffect, useState } from 'react';
import { cookiesWork } from '../backend/cookies';
import { type SignUp, startedInThisBrowser } from '../backend/sign-up';
import { waitForPendingSaves } from '../kept-on-leaving';
import type { Answer } from '../wire/Answer';
import type { BegunForm } from '../wire/BegunForm';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { SignUpDraft } from '../wire/SignUpDraft';
import type { UploadedDocument } from '../wire/UploadedDocument';
import { hasInput } from './kept-form';
import { isChanged } from './use-kept-answers';

/** This browser's sign-up for a study, or its draft. */
export type Begun = {
  signUp: SignUp | null;
  /** Answers that passed; null if some were changed since. */
  answers: Answer[] | null;
  /** Answers that were not checked. */
  begunAnswers: Answer[];
  form: BegunForm | null;
  /** The person to sign up; null until chosen. */
  signsUpFor: SignsUpFor | null;
  /** The key of the site in the draft. */
  site: string | null;
  /** Whether some of the form was filled in from medical records. */
  fromRecords: boolean;
  documents: UploadedDocument[];
  documentIsGone: boolean;
};

const NO_SIGN_UP: Begun = {
  signUp: null,
  answers: null,
  begunAnswers: [],
  form: null,
  signsUpFor: null,
  site: null,
  fromRecords: false,
  documents: [],
  documentIsGone: false,
};

/**
 * This browser's sign-up or draft for this study, and a function that sets it aside. If loading fails, the visitor
 * starts over: the server recognizes a form that was already sent.
 */
export function useEarlierSignUp(studyNumber: string): [Begun | 'loading' | 'no cookies', () => void] {
  const [earlier, setEarlier] = useState<Begun | 'loading' | 'no cookies'>('loading');
  useEffect(() => {
    let isMounted = true;
    waitForPendingSaves()
      .then(() => startedInThisBrowser(studyNumber))
      .catch(() => null)
      .then(async (begun) => {
        const { data = null, draft = null } = begun ?? {};
        // If the server knows the browser, its cookie arrived.
        const isUnknown = begun !== null && data === null && draft === null;
        if (isUnknown && !(await cookiesWork())) {
          setEarlier((before) => (isMounted ? 'no cookies' : before));
        } else if (isMounted) {
          const ownDraft = draft?.study_number === studyNumber ? draft : null;
          const begunAnswers = ownDraft?.begun_answers ?? [];
          setEarlier({
            signUp: data?.study_number === studyNumber ? data : null,
            answers:
              ownDraft && ownDraft.answers.length > 0 && !isChanged(begunAnswers, ownDraft.answers)
                ? ownDraft.answers
                : null,
            begunAnswers,
            form: ownDraft && hasInput(ownDraft.form) ? ownDraft.form : null,
            signsUpFor: personOf(ownDraft),
            site: ownDraft?.form?.site ?? null,
            fromRecords: ownDraft?.from_records ?? false,
            documents: ownDraft?.documents ?? [],
            documentIsGone:
              begun !== null &&
              (draft === null || ownDraft !== null) &&
              (ownDraft?.documents ?? []).length === 0,
          });
        }
      });
    return () => {
      isMounted = false;
    };
  }, [studyNumber]);
  return [earlier, () => setEarlier(NO_SIGN_UP)];
}

/** A draft from before the question existed is for the visitor. */
function personOf(ownDraft: SignUpDraft | null): SignsUpFor | null {
  const chosen = ownDraft?.form?.signing_up_for;
  if (chosen === 'someone_else' || chosen === 'self') {
    return chosen;
  }
  return ownDraft !== null && !ownDraft.from_records && hasInput(ownDraft.form) ? 'self' : null;
}
