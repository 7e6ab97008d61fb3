import { type Dispatch, type RefObject, useRef } from 'react';
import { storeStudyChat } from '../assistants/chat/stored-chat';
import { BackendError, plainSentence } from '../backend/backend-error';
import { cookiesWork } from '../backend/cookies';
import {
  acknowledge,
  type Created,
  type CreatedParticipant,
  createParticipant,
  submitAnswers,
} from '../backend/participant';
import { COOKIE_LOST } from '../messages/cookies';
import { storeUploadStatus } from '../upload-status';
import type { SignUpForm } from '../wire/SignUpForm';
import type { StudyPage } from '../wire/StudyPage';
import type { AnsweredQuestion } from './answers';
import { newIdempotencyKey } from './random-ids';
import { refusalOf } from './refusal';
import type { SignUpAction } from './sign-up-reducer';
import type { FormPhase } from './sign-up-state';
import type { FormErrors } from './use-form-errors';

/** What creating a participant needs from the form. */
export type CreationNeeds = {
  study: StudyPage;
  studyNumber: string;
  /** The version of the privacy notice that is shown. */
  noticeVersion: string;
  answers: AnsweredQuestion[];
  phase: FormPhase;
  dispatch: Dispatch<SignUpAction>;
  errors: FormErrors;
  /** Called when the form was not accepted, for any reason. */
  onRefused: () => void;
  /** Solves a new captcha after the server consumed the last one. */
  renewCaptcha: () => Promise<string | null>;
  /** Called when the server still needs answers to the study's questions. */
  onQuestionsOpen: () => unknown;
  /** Called when other documents wait for the sign-up than the form shows. */
  onDocumentsDiffer: () => void;
};

/** Creates a participant, stores the answers, and waits until the privacy notice is accepted. */
export function useCreation({
  study,
  studyNumber,
  noticeVersion,
  answers,
  phase,
  dispatch,
  errors,
  onRefused,
  renewCaptcha,
  onQuestionsOpen,
  onDocumentsDiffer,
}: CreationNeeds) {
  const key = useRef<string | null>(null);
  const show = (form: FormPhase) => dispatch({ type: 'form', form });
  const stored = useRef<Promise<void>>(Promise.resolve());

  const create = async (form: SignUpForm, ready: Promise<void>) => {
    show({ name: 'creating' });
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
      show({ name: 'reading', participant });
    } catch (error) {
      show({ name: 'filling' });
      onRefused();
      const { code, title, errors: fieldErrors, help } = refusalOf(error);
      // The server checks form errors before it consumes the captcha.
      if (code !== null && code !== 'form_invalid') {
        renewCaptcha();
      }
      if (code === 'document_missing' || code === 'documents_changed') {
        storeUploadStatus(code === 'documents_changed');
        onDocumentsDiffer();
      }
      if (code === 'age_answer_differs') {
        dispatch({ type: 'ages differ' });
      }
      if (code === 'prescreen_incomplete') {
        onQuestionsOpen();
      } else if (fieldErrors.length > 0) {
        errors.show(title, fieldErrors);
      } else {
        errors.fail(title, help);
      }
    }
  };

  const accept = async () => {
    if (phase.name !== 'reading') {
      return;
    }
    const { participant } = phase;
    show({ ...phase, name: 'accepting' });
    try {
      await acknowledge(participant.pt_sys_id, studyNumber, noticeVersion);
      await stored.current;
      location.assign(`/thankyou/${encodeURIComponent(participant.pt_id)}`);
    } catch (error) {
      show({ ...phase, name: 'unaccepted', message: await whyNotAccepted(error) });
    }
  };

  const leaveNotice = () => {
    if (phase.name === 'reading') {
      show({ ...phase, name: 'unaccepted', message: null });
    }
  };

  const readNotice = () => {
    if (phase.name === 'unaccepted') {
      show({ name: 'reading', participant: phase.participant });
    }
  };

  const change = () => {
    show({ name: 'filling' });
    onRefused();
    // The last solution was sent with the form.
    renewCaptcha();
  };

  return { create, accept, leaveNotice, readNotice, change };
}

const SESSION_EXPIRED =
  'For your privacy, this page works for two hours. Open the link in the email that we sent you: it leads you back here, and nothing is lost.';

async function whyNotAccepted(error: unknown): Promise<string> {
  if (!(error instanceof BackendError && error.code === 'not_found')) {
    return plainSentence(error);
  }
  return (await cookiesWork()) ? SESSION_EXPIRED : COOKIE_LOST;
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
