import { type RefObject, useRef, useState } from 'react';
import { acknowledge } from '../backend/acknowledge';
import { BackendError, plainSentence } from '../backend/backend-error';
import { cookiesWork } from '../backend/cookies';
import { type Created, type CreatedParticipant, createParticipant } from '../backend/participant';
import { submitAnswers } from '../backend/submit';
import { storeStudyChat } from '../kept-chat';
import { COOKIE_LOST } from '../messages/cookies';
import { storeUploadStatus } from '../upload-status';
import type { SignUpForm } from '../wire/SignUpForm';
import type { StudyPage } from '../wire/StudyPage';
import { newIdempotencyKey } from './random-ids';
import { refusalOf } from './refusal';
import type { AnsweredQuestion } from './sign-up';
import type { FormErrors } from './use-form-errors';

/** The state of creating a participant. */
export type CreationPhase =
  | { name: 'filling' }
  | { name: 'creating' }
  | { name: 'reading'; participant: CreatedParticipant }
  | { name: 'accepting'; participant: CreatedParticipant }
  | { name: 'unaccepted'; participant: CreatedParticipant; message: string | null };

/** What creating a participant needs from the form. */
export type CreationNeeds = {
  study: StudyPage;
  studyNumber: string;
  /** The version of the privacy notice that is shown. */
  noticeVersion: string;
  answers: AnsweredQuestion[];
  /** A participant of this browser who has not accepted the notice yet. */
  begun: { pt_id: string } | null;
  errors: FormErrors;
  /** Called when the form was not accepted, for any reason. */
  onRefused: () => void;
  /** Solves a new captcha after the server consumed the last one. */
  renewCaptcha: () => Promise<string | null>;
  onQuestionsOpen: () => unknown;
  /** Called when the date of birth contradicts an answer about age. */
  onAgesDiffer: () => void;
  /** Called when the uploaded document no longer exists. */
  onDocumentMissing: () => void;
};

/** Creates a participant, stores the answers, and waits until the privacy notice is accepted. */
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
        storeStudyChat({
          acc_sid: chat.account_sid,
          flow_id: chat.flex_flow_id,
          study_nct: study.nct_number ?? '',
          study_sid: study.study_sys_id ?? '',
          prospectID: participant.pt_id,
        });
      }
      // The document belongs to the sign-up from here on.
      storeUploadStatus(false);
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
        storeUploadStatus(false);
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
    // The last solution was sent with the form.
    renewCaptcha();
  };

  return { phase, create, accept, leaveNotice, readNotice, change };
}

const SESSION_EXPIRED =
  'For your privacy, this page works for two hours. Open the link in the email that we sent you: it leads you back here, and nothing is lost.';

async function whyNotAccepted(error: unknown): Promise<string> {
  if (!(error instanceof BackendError && error.code === 'not_found')) {
    return plainSentence(error);
  }
  return (await cookiesWork()) ? SESSION_EXPIRED : COOKIE_LOST;
}

/** The participant ID is valid as system id, too. A visitor from the thank-you page has asked to read the notice. */
function startingPhase(begun: { pt_id: string } | null): CreationPhase {
  if (begun === null) {
    return { name: 'filling' };
  }
  const participant = { pt_id: begun.pt_id, pt_sys_id: begun.pt_id };
  return location.hash === '#notice'
    ? { name: 'reading', participant }
    : { name: 'unaccepted', participant, message: null };
}

/** Sends a form. Sends it again with a new captcha if the server rejects the first one. */
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
 * Creates the participant. If the form was already saved with another email address and the response was lost, this is
 * another sign-up and gets a new key.
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

/** Stores the answers in the participant's record. A failure doesn't stop the sign-up. */
async function storeAnswers({ pt_id }: CreatedParticipant, answers: AnsweredQuestion[]): Promise<void> {
  if (answers.length === 0) {
    return;
  }
  const list = answers.map((answer) => ({ ...answer, participant_id: pt_id }));
  await submitAnswers(list)
    .catch(() => submitAnswers(list))
    .catch(() => {});
}
