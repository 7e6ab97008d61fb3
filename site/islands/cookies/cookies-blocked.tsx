import { useState } from 'react';
import { StepTitle } from '../parts/step-title';
import { type BrowserKind, browserKind } from './browser-kind';

const INSTRUCTIONS: Record<BrowserKind, { name: string; how: string }> = {
  'in-app': {
    name: 'a browser inside another app',
    how: 'Open the menu of this window (three dots, or a share sign), and choose “Open in browser” or “Open in Safari”.',
  },
  'safari-ios': {
    name: 'Safari on an iPhone or iPad',
    how: 'Open the Settings app. Choose Apps, then Safari (on older phones, Safari is in the first list), then Advanced. Turn off “Block All Cookies”.',
  },
  'safari-mac': {
    name: 'Safari on a Mac',
    how: 'Open the Safari menu, choose Settings, then Advanced. Remove the tick at “Block all cookies”.',
  },
  samsung: {
    name: 'Samsung Internet',
    how: 'Open the menu, choose Settings, then “Sites and downloads” or “Privacy”, then Site permissions. Turn on cookies.',
  },
  firefox: {
    name: 'Firefox',
    how: 'Open the menu, choose Settings, then “Privacy & Security”. Choose “Standard”, or add this site under “Manage Exceptions”.',
  },
  edge: {
    name: 'Edge',
    how: 'Open the menu (three dots), choose Settings, then “Cookies and site permissions”. Allow sites to save cookies.',
  },
  'chrome-phone': {
    name: 'Chrome on a phone',
    how: 'Open the menu (three dots), choose Settings, then Site settings, then Cookies or “Third-party cookies”. Choose an option that allows cookies.',
  },
  chrome: {
    name: 'Chrome',
    how: 'Choose the sign to the left of this page’s address, then “Cookies and site data”, and allow them for this site. Or open Settings, “Privacy and security”, Site settings, “On-device site data”.',
  },
};

/** `isMidway` is set after the visitor typed something. `onRetry` returns whether cookies work now. */
export type CookiesBlockedProps = { purpose?: Purpose; isMidway?: boolean; onRetry: () => Promise<boolean> };

/** What the visitor came for. */
export type Purpose = 'sign up' | 'erase';

const WORDS: Record<Purpose, { title: string; why: string }> = {
  'sign up': { title: 'Allow Cookies to Sign Up', why: 'to keep your answers together while you sign up' },
  erase: {
    title: 'Allow Cookies to Erase Your Sign-Up',
    why: 'to check that a person, not a program, sends the form',
  },
};

/** Explains that the browser blocks the cookie a sign-up needs, and how to allow it. */
export default function CookiesBlocked({
  purpose = 'sign up',
  isMidway = false,
  onRetry,
}: CookiesBlockedProps) {
  const [state, setState] = useState<'waiting' | 'trying' | 'still blocked'>('waiting');
  const current = browserKind(navigator.userAgent);
  const others = (Object.keys(INSTRUCTIONS) as BrowserKind[]).filter((kind) => kind !== current);
  const retry = async () => {
    if (state !== 'trying') {
      setState('trying');
      if (!(await onRetry())) {
        setState('still blocked');
      }
    }
  };
  return (
    <section className="form cookies-blocked">
      <StepTitle takesFocus>{WORDS[purpose].title}</StepTitle>
      <p>
        {isMidway
          ? 'Your browser doesn’t keep our cookie any more, so we can’t find your answers. What you typed is still on this page.'
          : 'Your browser blocks cookies from this site.'}{' '}
        We need one cookie {WORDS[purpose].why}. It doesn’t follow you to other sites.
      </p>
      {current !== null && (
        <>
          <h2>How to Allow Cookies in {nameOf(current)}</h2>
          <p>{INSTRUCTIONS[current].how}</p>
        </>
      )}
      <details>
        <summary>{current === null ? 'How to Allow Cookies' : 'I Use Another Browser'}</summary>
        <dl>
          {others.map((kind) => (
            <div key={kind}>
              <dt>In {INSTRUCTIONS[kind].name}</dt>
              <dd>{INSTRUCTIONS[kind].how}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className="form__actions">
        <button
          className="button"
          type="button"
          aria-disabled={state === 'trying'}
          onClick={() => void retry()}
        >
          Try Again
        </button>
      </div>
      <p role="status">
        {state === 'trying' && 'Checking ...'}
        {state === 'still blocked' &&
          'Cookies are still blocked. You may have to close and open your browser.'}
      </p>
      <p>
        You can also open this page in another browser, or <a href="/contact">call us or write to us</a>: we
        sign you up by phone.
      </p>
    </section>
  );
}

function nameOf(kind: BrowserKind): string {
  return kind === 'in-app' ? 'This App' : INSTRUCTIONS[kind].name;
}
