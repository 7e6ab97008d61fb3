import { useRef } from 'react';
import { WithCookies } from '../cookies/with-cookies';
import { STUDY_NOT_FOUND } from '../messages/study';
import { Loading } from '../parts/loading';
import { NotFound } from '../parts/not-found';
import { TryAgain } from '../parts/try-again';
import { useStudyOfAddress } from '../study-of-address';
import type { StudyPage } from '../wire/StudyPage';
import { ChooseFiles } from './choose-files';
import { MAX_FILES } from './document-file';
import { FileList, nameOf } from './file-list';
import { type FileEntry, useUploads } from './use-uploads';

const TITLE = 'Upload a Document';
const LOOKUP_FAILED =
  'We couldn’t find out which documents you sent already. Check your connection and try again.';

/** Uploads documents for the sign-up to the study in the page's address. */
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
  return (
    <WithCookies>
      <ForSignUp title={study.title} studyNumber={study.study_number} />
    </WithCookies>
  );
}

function ForSignUp({ title, studyNumber }: { title: string; studyNumber: string }) {
  const { phase, entries, lookAgain, add, remove, retry } = useUploads(studyNumber);
  const heading = useRef<HTMLHeadingElement>(null);
  const files = useRef<HTMLHeadingElement>(null);
  const back = `/enroll/${studyNumber}`;
  const arrived = entries.filter(({ state }) => state === 'arrived').length;
  const room = MAX_FILES - entries.filter(({ state }) => state !== 'failed').length;
  const isSending = entries.some(({ state }) => state === 'waiting' || state === 'sending');
  const onRemove = (key: string) => {
    remove(key);
    // The focused button disappears with its file.
    (entries.length > 1 ? files : heading).current?.focus();
  };
  const onFiles = (chosen: File[]) => {
    add(chosen);
    if (chosen.length >= room) {
      // The focused button disappears when there is no room for more files.
      requestAnimationFrame(() => files.current?.focus());
    }
  };
  return (
    <section className="form">
      <h1 className="form__title" ref={heading} tabIndex={-1}>
        {TITLE}
      </h1>
      <p className="form__study">Sign up for: {title}</p>
      <p className="visually-hidden" role="status">
        {progressSentence(entries)}
      </p>
      {phase === 'signed-up' && (
        <p className="note">
          You have signed up for this study already, so a document can’t go with the sign up any more. Give it
          to the study team when they contact you. <a href={back}>Show your sign up</a>.
        </p>
      )}
      {phase === 'failed' && <TryAgain message={LOOKUP_FAILED} onRetry={lookAgain} />}
      {phase === 'looking' && <p className="loading">Loading …</p>}
      {phase === 'open' && (
        <>
          <p className="form__intro">
            Send the study team documents about your health, such as a letter from your doctor or a list of
            your medicines. You can also sign up without one. If you don’t sign up, we delete them after a
            day.
          </p>
          <ChooseFiles room={room} onFiles={onFiles} />
          {entries.length > 0 && (
            <>
              <h2 className="upload__title" ref={files} tabIndex={-1}>
                Your Files
              </h2>
              <FileList entries={entries} onRemove={onRemove} onRetry={retry} />
            </>
          )}
          {isSending ? (
            <p className="note">Stay on this page until your files have arrived.</p>
          ) : (
            <div className="form__actions">
              <a className={arrived > 0 ? 'button button--large' : 'button button--quiet'} href={back}>
                {arrived > 0 ? 'Go On with Your Sign Up' : 'Sign Up without a Document'}
              </a>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** The progress in one sentence, for screen readers. */
function progressSentence(entries: FileEntry[]): string {
  const index = entries.findIndex(({ state }) => state === 'sending');
  const sending = entries[index];
  if (sending?.state === 'sending') {
    const name = nameOf(sending, index);
    return sending.part < 1 ? `Sending ${name} …` : `Checking ${name} …`;
  }
  const arrived = entries.filter(({ name, state }) => name !== null && state === 'arrived').length;
  return arrived === 0 ? '' : arrived === 1 ? 'Your file has arrived.' : `${arrived} files have arrived.`;
}
