import { comeBack } from './backend/coming-back';
import { cookiesWork } from './backend/cookies';
import { element } from './element';
import { localTime } from './local-time';
import { participantNumber } from './typed/participant-number';
import type { BrowserContents } from './wire/BrowserContents';
import type { MaskedSignUp } from './wire/MaskedSignUp';

/** What becomes of a link: the number of the sign-up that was opened, or that it works no more. */
export type Outcome = { opened: string } | 'link-over';

/**
 * Shows whose sign-up the link of a mail leads to, and what this browser holds already, and lets the visitor open or
 * remove it. Nothing is opened by itself: somebody else may have sent the link.
 */
export async function showReturn(
  place: HTMLElement,
  token: string,
  done: (outcome: Outcome) => void,
): Promise<void> {
  const seen = await comeBack({ token, action: 'look' });
  const signUps = seen?.sign_ups ?? [];
  const first = signUps[0];
  if (!first) {
    done('link-over');
    return;
  }
  const status = element('p', { role: 'status' });
  const act = async (action: 'open' | 'remove', signUp: MaskedSignUp) => {
    status.textContent = action === 'open' ? 'Opening the sign-up ...' : 'Removing the sign-up ...';
    try {
      // Opening confirms the address, and without a cookie nothing would be shown after it.
      if (action === 'open' && !(await cookiesWork())) {
        status.textContent = COOKIES_BLOCKED;
        return;
      }
      const answer = await comeBack({ token, action, number: signUp.pt_id });
      if (action === 'open') {
        done(answer === null ? 'link-over' : { opened: signUp.pt_id });
        return;
      }
      // The link went with its own sign-up.
      if (signUps.length === 1 || signUp === first) {
        place.replaceChildren(element('p', { role: 'status', tabindex: '-1' }, [REMOVED]));
        place.querySelector('p')?.focus();
        return;
      }
      await showReturn(place, token, done);
      place.querySelector('[role="status"]')?.append(REMOVED);
    } catch {
      status.textContent = 'That didn’t work. Check your connection and try again.';
    }
  };
  const contents = seen?.browser ? whatTheBrowserHolds(seen.browser) : null;
  place.replaceChildren(
    element('p', {}, [
      'Check that the sign-up is yours before you open it. If someone sent you this link and the sign-up isn’t yours, don’t open it: what you add would become part of theirs.',
    ]),
    element(
      'ul',
      { class: 'returns' },
      signUps.map((signUp) => item(signUp, act)),
    ),
    ...(contents === null ? [] : [element('p', {}, [contents])]),
    status,
  );
}

const COOKIES_BLOCKED =
  'Your browser blocks cookies, so it can’t show your sign-up. Allow cookies for this site in your browser’s settings, and try again. Or open the link in another browser.';
const REMOVED = 'The sign-up is removed. We won’t send anything else about it.';

function item(
  signUp: MaskedSignUp,
  act: (action: 'open' | 'remove', signUp: MaskedSignUp) => void,
): HTMLElement {
  const whose = `${signUp.name}, participant ID ${numberOf(signUp)}`;
  const open = button('Open This Sign-Up', whose, 'button', () => act('open', signUp));
  const study = signUp.study_title ?? signUp.study_number;
  const lines = [
    element('p', { class: 'returns__name' }, [element('strong', {}, [signUp.name])]),
    element('p', {}, [`${study}, signed up on ${localTime(signUp.at)}`]),
    element('p', {}, [`Participant ID ${numberOf(signUp)}`]),
    element('p', {}, [
      signUp.email_confirmed
        ? 'This email address is confirmed for this sign-up.'
        : 'Not confirmed yet. Opening it confirms that this is your email address.',
    ]),
  ];
  const actions = element('p', { class: 'returns__actions' }, [open]);
  if (!signUp.email_confirmed) {
    actions.append(removal(whose, () => act('remove', signUp)));
  }
  return element('li', { class: 'returns__item' }, [...lines, actions]);
}

/** The participant's number as people read it. */
function numberOf({ pt_id }: MaskedSignUp): string {
  return participantNumber(pt_id)?.grouped ?? pt_id;
}

/** A button that asks once more before it does something that can't be undone. */
function removal(whose: string, remove: () => void): HTMLElement {
  const place = element('span', { class: 'returns__removal' });
  const ask = button('Remove This Sign-Up', whose, QUIET, () => {
    const sure = button('Yes, Remove It', whose, QUIET, remove);
    const keep = button('Keep It', whose, QUIET, () => {
      place.replaceChildren(ask);
      ask.focus();
    });
    place.replaceChildren('Remove it for good? ', sure, ' ', keep);
    sure.focus();
  });
  place.append(ask);
  return place;
}

const QUIET = 'button button--quiet';

function button(label: string, whose: string, kind: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { class: kind, type: 'button' }, [
    label,
    element('span', { class: 'visually-hidden' }, [`: ${whose}`]),
  ]);
  made.addEventListener('click', onClick);
  return made;
}

/** A sentence on what stays in this browser; nothing when it holds nothing else. */
function whatTheBrowserHolds(holds: BrowserContents): string | null {
  const parts = [
    ...(holds.other_sign_ups === 0 ? [] : [counted(holds.other_sign_ups, 'other sign-up')]),
    ...(holds.drafts === 0
      ? []
      : [`answers that aren’t sent yet for ${counted(holds.drafts, 'study', 'studies')}`]),
    ...(holds.records ? ['medical records from a health system'] : []),
  ];
  if (parts.length === 0) {
    return null;
  }
  return `This browser also holds ${parts.join(', and ')}. All of it stays when you open a sign-up here.`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
