import { useLayoutEffect, useRef } from 'react';
import { STUDY_NOT_FOUND } from '../messages/study';
import { Loading } from '../parts/loading';
import { NotFound } from '../parts/not-found';
import { TryAgain } from '../parts/try-again';
import { useStudyOfAddress } from '../study-of-address';
import type { StudyPage } from '../wire/StudyPage';
import { inWords } from './document-file';
import { DocumentForm } from './document-form';
import { type UploadPhase, useUpload } from './use-upload';

const TITLE = 'Upload a Document';

/** Uploading a document for the sign-up for the study that the address names. */
export function Upload() {
  const lookup = useStudyOfAddress();
  switch (lookup.state) {
    case 'loading':
      return <Loading title={TITLE} />;
    case 'failed':
      return <TryAgain title={TITLE} message={lookup.message} onRetry={lookup.retry} />;
    case 'missing':
      return <NotFound message={STUDY_NOT_FOUND} />;
    case 'found':
      return <ForStudy study={lookup.study} />;
  }
}

function ForStudy({ study }: { study: StudyPage }) {
  if (study.sign_up === null || study.study_number === null) {
    return (
      <section className="not-found">
        <h1 className="not-found__title">{study.title}</h1>
        <p>You can’t sign up for this study here, so it takes no documents.</p>
        <p>
          <a className="button" href={`/study/${study.id}`}>
            Show the Study
          </a>
        </p>
      </section>
    );
  }
  return <ForSignUp title={study.title} studyNumber={study.study_number} />;
}

function ForSignUp({ title, studyNumber }: { title: string; studyNumber: string }) {
  const upload = useUpload(studyNumber);
  const { phase } = upload;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(phase.name);
  useLayoutEffect(() => {
    // What had the focus is gone with the step before, but for what the page shows at first. A refused document leads
    // to where another one is chosen.
    const isRefused = phase.name === 'choosing' && phase.message !== null;
    if (before.current !== phase.name && before.current !== 'looking' && !isRefused) {
      heading.current?.focus();
    }
    before.current = phase.name;
  }, [phase]);
  const back = `/enroll/${studyNumber}`;
  return (
    <section className="form">
      <h1 className="form__title" ref={heading} tabIndex={-1}>
        {TITLE}
      </h1>
      <p className="form__study">Sign up for: {title}</p>
      <p className="visually-hidden" role="status">
        {inOneSentence(phase)}
      </p>
      {phase.name === 'signed-up' && (
        <p className="note">
          You have signed up for this study already, so a document can’t go with the sign up any more. Give it
          to the study team when they contact you. <a href={back}>Show your sign up</a>.
        </p>
      )}
      {phase.name === 'looking' && <p className="loading">Loading …</p>}
      {(phase.name === 'choosing' || phase.name === 'sending') && (
        <DocumentForm phase={phase} onSend={upload.send} onCancel={upload.cancel} back={back} />
      )}
      {(phase.name === 'uploaded' || phase.name === 'removing') && (
        <>
          <div className="note">
            <p className="note__title">
              {phase.name === 'uploaded' && phase.isNew ? 'Your Document Has Arrived' : 'Your Document'}
            </p>
            <p>
              {inWords(phase.document)}. It goes to the study team with your sign up. If you don’t sign up, we
              delete it after a day.
            </p>
          </div>
          {phase.name === 'uploaded' && phase.message !== null && (
            <p className="note note--problem" role="alert">
              {phase.message}
            </p>
          )}
          <div className="form__actions">
            <a className="button button--large" href={back}>
              Go On with Your Sign Up
            </a>
            <button
              className="button button--quiet"
              type="button"
              disabled={phase.name === 'removing'}
              onClick={upload.remove}
            >
              Remove the Document
            </button>
          </div>
        </>
      )}
    </section>
  );
}

/** What a screen reader says of each step. */
function inOneSentence(phase: UploadPhase): string {
  switch (phase.name) {
    case 'sending':
      return phase.part < 1 ? 'Sending your document …' : 'Checking your document …';
    case 'uploaded':
      return phase.isNew ? 'Your document has arrived.' : '';
    case 'removing':
      return 'Removing your document …';
    default:
      return '';
  }
}
