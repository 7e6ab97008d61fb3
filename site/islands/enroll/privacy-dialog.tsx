import { useLayoutEffect, useRef } from 'react';
import { Loading } from '../parts/loading';
import type { SignsUpFor } from '../wire/SignsUpFor';
import type { PrivacyNotice } from './enroll-props';

/** The notice, and the state of the sign-up. */
export type PrivacyDialogProps = {
  notice: PrivacyNotice;
  signsUpFor: SignsUpFor;
  phase: 'creating' | 'reading' | 'accepting';
  onAccept: () => void;
  onLeave: () => void;
};

/** Waits for the participant to be created, then shows the privacy notice to accept. */
export function PrivacyDialog({ notice, signsUpFor, phase, onAccept, onLeave }: PrivacyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const waiting = phase === 'creating';
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useLayoutEffect(() => {
    if (!waiting) {
      title.current?.focus();
    }
  }, [waiting]);
  return (
    <dialog
      ref={dialog}
      className="dialog dialog--notice"
      aria-labelledby="notice-title"
      aria-busy={waiting}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
      // Browsers let a page prevent closing only a limited number of times.
      onClose={() => (phase === 'reading' ? onLeave() : dialog.current?.showModal())}
    >
      {/* While it waits, nothing else makes a dialog that scrolls on a small screen reachable by keyboard. */}
      <h2 className="dialog__title" id="notice-title" ref={title} tabIndex={waiting ? 0 : -1}>
        {notice.title}
      </h2>
      {waiting ? (
        <>
          <Loading />
          <p>We are saving your details. The privacy notice opens in a moment.</p>
        </>
      ) : (
        <Notice
          notice={notice}
          signsUpFor={signsUpFor}
          accepting={phase === 'accepting'}
          onAccept={onAccept}
          onLeave={onLeave}
        />
      )}
    </dialog>
  );
}

type NoticeProps = Pick<PrivacyDialogProps, 'notice' | 'signsUpFor' | 'onAccept' | 'onLeave'> & {
  accepting: boolean;
};

function Notice({ notice, signsUpFor, accepting, onAccept, onLeave }: NoticeProps) {
  return (
    <>
      {signsUpFor === 'someone_else' && <p>You accept this notice for the person you are signing up.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="dialog__scroll prose" tabIndex={0} aria-labelledby="notice-title">
        {notice.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <p>
          Version {notice.version}. You can{' '}
          <a href={notice.href} target="_blank" rel="noreferrer">
            read this notice on its own page
          </a>
          .
        </p>
      </section>
      <div className="dialog__actions">
        <button className="button" type="button" onClick={onAccept} aria-disabled={accepting}>
          I acknowledge and accept
        </button>
        <button className="button button--quiet" type="button" onClick={onLeave}>
          Not Now
        </button>
      </div>
      <p role="status">{accepting ? 'Saving ...' : ''}</p>
    </>
  );
}
