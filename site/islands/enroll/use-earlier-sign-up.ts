import { useEffect, useState } from 'react';
import { cookiesWork } from '../backend/cookies';
import { begunInThisBrowser, type SignUp } from '../backend/sign-up';
import { keptOnLeaving } from '../kept-on-leaving';
import type { Answer } from '../wire/Answer';
import type { BegunForm } from '../wire/BegunForm';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { SignUpDraft } from '../wire/SignUpDraft';
import type { UploadedDocument } from '../wire/UploadedDocument';
import { saysSomething } from './kept-form';
import { isChanged } from './use-kept-answers';

/** What this browser began for a study before: a sign-up, or the answers to its questions and what stood in the form. */
export type Begun = {
  signUp: SignUp | null;
  /** Answers that passed; none where others were given since. */
  answers: Answer[] | null;
  /** Answers that were not checked. */
  begunAnswers: Answer[];
  form: BegunForm | null;
  /** For whom the sign-up is; nothing while nobody has said so. */
  whom: SignsUpFor | null;
  /** The key of the site that was chosen when the form was left. */
  site: string | null;
  /** Whether some of the form was filled in from medical records. */
  fromRecords: boolean;
  documents: UploadedDocument[];
  documentIsGone: boolean;
};

const NOTHING: Begun = {
  signUp: null,
  answers: null,
  begunAnswers: [],
  form: null,
  whom: null,
  site: null,
  fromRecords: false,
  documents: [],
  documentIsGone: false,
};

/**
 * What this browser began for this study, and a way to leave the sign-up aside. When it can't be asked for, the person
 * begins anew: the server recognizes what was sent before.
 */
export function useEarlierSignUp(studyNumber: string): [Begun | 'loading' | 'no cookies', () => void] {
  const [earlier, setEarlier] = useState<Begun | 'loading' | 'no cookies'>('loading');
  useEffect(() => {
    let wanted = true;
    keptOnLeaving()
      .then(() => begunInThisBrowser(studyNumber))
      .catch(() => null)
      .then(async (begun) => {
        const { data = null, draft = null } = begun ?? {};
        // A browser of which the server knows something has sent its cookie.
        const isUnknown = begun !== null && data === null && draft === null;
        if (isUnknown && !(await cookiesWork())) {
          setEarlier((before) => (wanted ? 'no cookies' : before));
        } else if (wanted) {
          const said = draft?.study_number === studyNumber ? draft : null;
          const begunAnswers = said?.begun_answers ?? [];
          setEarlier({
            signUp: data?.study_number === studyNumber ? data : null,
            answers:
              said && said.answers.length > 0 && !isChanged(begunAnswers, said.answers) ? said.answers : null,
            begunAnswers,
            form: said && saysSomething(said.form) ? said.form : null,
            whom: whomOf(said),
            site: said?.form?.site ?? null,
            fromRecords: said?.from_records ?? false,
            documents: said?.documents ?? [],
            documentIsGone:
              begun !== null && (draft === null || said !== null) && (said?.documents ?? []).length === 0,
          });
        }
      });
    return () => {
      wanted = false;
    };
  }, [studyNumber]);
  return [earlier, () => setEarlier(NOTHING)];
}

/** A form that somebody typed into before there was the question is their own. */
function whomOf(said: SignUpDraft | null): SignsUpFor | null {
  const chosen = said?.form?.signing_up_for;
  if (chosen === 'someone_else' || chosen === 'self') {
    return chosen;
  }
  return said !== null && !said.from_records && saysSomething(said.form) ? 'self' : null;
}
