import { type RefObject, useRef, useState } from 'react';
import { acknowledge } from '../backend/acknowledge';
import { BackendError, plainSentence } from '../backend/backend-error';
import { cookiesWork } from '../backend/cookies';
import { type Created, type CreatedParticipant, createParticipant } from '../backend/participant';
import { submitAnswers } from '../backend/submit';
import { keepChat } from '../kept-chat';
import { COOKIE_LOST } from '../messages/cookies';
import { keepUploadStatus } from '../upload-status';
import type { SignUpForm } from '../wire/SignUpForm';
import type { StudyPage } from '../wire/StudyPage';
import { newIdempotencyKey } from './idempotency-key';
import { refusalOf } from './refusal';
import type { AnsweredQuestion } from './sign-up';
import type { FormErrors } from './use-form-errors';

/** How far the creation of a participant has come. */
export type CreationPhase =
  | { name: 'filling' }
  | { name: 'creating' }
  | { name: 'reading'; participant: CreatedParticipant }
  | { name: 'accepting'; participant: CreatedParticipant }
  | { name: 'unaccepted'; participant: CreatedParticipant; message: string | null };

/** What the creation needs from the form. */
export type CreationNeeds = {
  study: StudyPage;
  studyNumber: string;
  /** The version of the privacy notice that is shown. */
  noticeVersion: string;
  answers: AnsweredQuestion[];
  /** A participant of this browser who has not accepted the notice yet. */
  begun: { pt_id: string } | null;
  errors: FormErrors;
  /** Called when the form was not taken, whatever the reason. */
  onRefused: () => void;
  /** Solves another captcha, because the server took the last one. */
  renewCaptcha: () => Promise<string | null>;
  onQuestionsOpen: () => unknown;
  /** Called when the date of birth contradicts an answer about age. */
  onAgesDiffer: () => void;
  /** Called when the document that was uploaded is not there any more. */
  onDocumentMissing: () => void;
};

/** Creates a participant, stores the answers, and waits for the privacy notice to be accepted. */
export function useCreation({
  study,
  studyNumber,
  noticeVersion,
  answers,
  begun,
  errors,
  onRefused,
  renewCaptcha,
  onQuestionsOpen,
  onAgesDiffer,
  onDocumentMissing,
}: CreationNeeds) {
  const [phase, setPhase] = useState<CreationPhase>(() => startingPhase(begun));
  const key = useRef<string | null>(null);
  const stored = useRef<Promise<void>>(Promise.resolve());

  const create = async (form: SignUpForm, ready: Promise<void>) => {
    setPhase({ name: 'creating' });
    try {
      await ready;
      const { data: participant, chat } = await withCaptcha(form, renewCaptcha, (sent) => withKey(sent, key));
      if (chat) {
        keepChat({
          acc_sid: chat.account_sid,
          flow_id: chat.flex_flow_id,
          study_nct: study.nct_number ?? '',
          study_sid: study.study_sys_id ?? '',
          prospectID: participant.pt_id,
        });
      }
      // The sign-up has the document now.
      keepUploadStatus(false);
      stored.current = storeAnswers(participant, answers);
      setPhase({ name: 'reading', participant });
    } catch (error) {
      setPhase({ name: 'filling' });
      onRefused();
      const refusal = refusalOf(error);
      if (refusal.spentCaptcha) {
        renewCaptcha();
      }
      if (refusal.lacksDocument) {
        keepUploadStatus(false);
        onDocumentMissing();
      }
      if (refusal.agesDiffer) {
        onAgesDiffer();
      }
      if (refusal.openQuestions) {
        onQuestionsOpen();
      } else if (refusal.errors.length > 0) {
        errors.show(refusal.title, refusal.errors);
      } else {
        errors.fail(refusal.title, refusal.help);
      }
    }
  };

  const accept = async () => {
    if (phase.name !== 'reading') {
      return;
    }
    const { participant } = phase;
    setPhase({ name: 'accepting', participant });
    try {
      await acknowledge(participant.pt_sys_id, studyNumber, noticeVersion);
      await stored.current;
      location.assign(`/thankyou/${encodeURIComponent(participant.pt_id)}`);
    } catch (error) {
      setPhase({ name: 'unaccepted', participant, message: await whyNotAccepted(error) });
    }
  };

  const leaveNotice = () => {
    if (phase.name === 'reading') {
      setPhase({ name: 'unaccepted', participant: phase.participant, message: null });
    }
  };

  const readNotice = () => {
    if (phase.name === 'unaccepted') {
      setPhase({ name: 'reading', participant: phase.participant });
    }
  };

  const change = () => {
    setPhase({ name: 'filling' });
    onRefused();
    // The one that was solved went along with the form.
    renewCaptcha();
  };

  return { phase, create, accept, leaveNotice, readNotice, change };
}

const SESSION_OVER =
  'For your privacy, this page works for two hours. Open the link in the email that we sent you: it leads you back here, and nothing is lost.';

async function whyNotAccepted(error: unknown): Promise<string> {
  if (!(error instanceof BackendError && error.code === 'not_found')) {
    return plainSentence(error);
  }
  return (await cookiesWork()) ? SESSION_OVER : COOKIE_LOST;
}

/** A participant's number stands for the other id, too. Whoever comes from the thank-you page has asked for the notice. */
function startingPhase(begun: { pt_id: string } | null): CreationPhase {
  if (begun === null) {
    return { name: 'filling' };
  }
  const participant = { pt_id: begun.pt_id, pt_sys_id: begun.pt_id };
  return location.hash === '#notice'
    ? { name: 'reading', participant }
    : { name: 'unaccepted', participant, message: null };
}

/** Sends a form once more with another captcha when the server takes the first one for used, too old or another browser's. */
async function withCaptcha<T>(
  form: SignUpForm,
  renew: () => Promise<string | null>,
  send: (form: SignUpForm) => Promise<T>,
): Promise<T> {
  try {
    return await send(form);
  } catch (error) {
    if (!(error instanceof BackendError && error.code?.startsWith('captcha_'))) {
      throw error;
    }
    const response = await renew();
    if (response === null) {
      throw error;
    }
    return send({ ...form, recaptcha_response: response });
  }
}

/**
 * Creates the participant. When an earlier sending of this form was saved with another address although its answer
 * never arrived, this is another sign-up and gets a key of its own.
 */
async function withKey(form: SignUpForm, key: RefObject<string | null>): Promise<Created> {
  key.current ??= newIdempotencyKey();
  try {
    return await createParticipant(form, key.current);
  } catch (error) {
    if (!(error instanceof BackendError && error.code === 'idempotency_key_reused')) {
      throw error;
    }
    key.current = newIdempotencyKey();
    return createParticipant(form, key.current);
  }
}

/** Stores the answers in the participant's record. Sign-up goes on whether or not that works. */
async function storeAnswers({ pt_id }: CreatedParticipant, answers: AnsweredQuestion[]): Promise<void> {
  if (answers.length === 0) {
    return;
  }
  const list = answers.map((answer) => ({ ...answer, participant_id: pt_id }));
  await submitAnswers(list)
    .catch(() => submitAnswers(list))
    .catch(() => {});
}
