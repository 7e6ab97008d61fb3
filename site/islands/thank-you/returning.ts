import { cookiesWork } from '../backend/cookies';
import { followReturnLink } from '../backend/return-link';
import { element } from '../element';
import { localTime } from '../local-time';
import { participantNumber } from '../typed/participant-number';
import type { BrowserContents } from '../wire/BrowserContents';
import type { MaskedSignUp } from '../wire/MaskedSignUp';

/** The result of a link: the id of the sign-up that was opened, or that the link doesn't work any more. */
export type Outcome = { opened: string } | 'link-over';

/**
 * Shows the sign-ups of an email link and what this browser already holds, and lets the visitor open or remove each.
 * Nothing opens by itself, because someone else may have sent the link.
 */
export async function showReturn(
  place: HTMLElement,
  token: string,
  done: (outcome: Outcome) => void,
): Promise<void> {
  const shown = await followReturnLink({ token, action: 'look' });
  const signUps = shown?.sign_ups ?? [];
  const first = signUps[0];
  if (!first) {
    done('link-over');
    return;
  }
  const status = element('p', { role: 'status' });
  const act = async (action: 'open' | 'remove', number: string) => {
    status.textContent = action === 'open' ? 'Opening the sign-up ...' : 'Removing the sign-up ...';
    try {
      // Opening confirms the address, but without a cookie the sign-up could not be shown afterwards.
      if (action === 'open' && !(await cookiesWork())) {
        status.textContent = COOKIES_BLOCKED;
        return;
      }
      const answer = await followReturnLink({ token, action, number });
      if (action === 'open' && answer === null && !signUps.some(({ pt_id }) => pt_id === number)) {
        status.textContent = UNKNOWN_NUMBER;
        return;
      }
      if (action === 'open') {
        done(answer === null ? 'link-over' : { opened: answer.pt_id });
        return;
      }
      if (answer === null) {
        await showReturn(place, token, done);
        place.querySelector('[role="status"]')?.append(NOT_REMOVED);
        return;
      }
      // Removing the link's own sign-up invalidates the link.
      if (signUps.length === 1 || number === first.pt_id) {
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
  const contents = shown?.browser ? browserContentsSentence(shown.browser) : null;
  place.replaceChildren(
    element('p', {}, [
      'Check that the sign-up is yours before you open it. If someone sent you this link and the sign-up isn’t yours, don’t open it: what you add would become part of theirs.',
    ]),
    element(
      'ul',
      { class: 'returns' },
      signUps.map((signUp) => item(signUp, act)),
    ),
    ...(shown?.has_more ? [unlistedSignUp((number) => act('open', number))] : []),
    ...(contents === null ? [] : [element('p', {}, [contents])]),
    status,
  );
}

const COOKIES_BLOCKED =
  'Your browser blocks cookies, so it can’t show your sign-up. Allow cookies for this site in your browser’s settings, and try again. Or open the link in another browser.';
const UNKNOWN_NUMBER = 'We found no sign-up with this participant ID for this email address and study.';
const REMOVED = 'The sign-up is removed. We won’t send anything else about it.';

const NOT_REMOVED =
  'This sign-up couldn’t be removed here: it is confirmed or removed already. To delete a confirmed one, use the deletion request.';

/** Opens a sign-up that is not listed. Strangers can add more sign-ups to an address than are listed. */
function unlistedSignUp(open: (number: string) => void): HTMLElement {
  const error = element('p', { id: 'unlisted-error', class: 'field__error', role: 'alert' });
  const input = element('input', {
    id: 'unlisted',
    class: 'input',
    autocomplete: 'off',
    'aria-describedby': error.id,
  });
  const form = element('form', { class: 'field', novalidate: '' }, [
    element('label', { class: 'field__label', for: input.id }, [
      'Is yours not in this list? Type its participant ID.',
    ]),
    input,
    error,
    element('button', { class: QUIET, type: 'submit' }, ['Open It by Its ID']),
  ]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = participantNumber(input.value);
    error.textContent = number
      ? ''
      : 'Enter PT and the 12 letters and digits behind it, such as PT 7K3M-9Q2X-4D8V';
    if (number) {
      open(number.grouped);
    }
  });
  return form;
}

function item(signUp: MaskedSignUp, act: (action: 'open' | 'remove', number: string) => void): HTMLElement {
  const owner = `${signUp.name}, participant ID ${numberOf(signUp)}`;
  const open = button('Open This Sign-Up', owner, 'button', () => act('open', signUp.pt_id));
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
    actions.append(removal(owner, () => act('remove', signUp.pt_id)));
  }
  return element('li', { class: 'returns__item' }, [...lines, actions]);
}

/** The participant ID in groups, for reading. */
function numberOf({ pt_id }: MaskedSignUp): string {
  return participantNumber(pt_id)?.grouped ?? pt_id;
}

/** A button that asks for confirmation before it does something that can't be undone. */
function removal(owner: string, remove: () => void): HTMLElement {
  const place = element('span', { class: 'returns__removal' });
  const start = button('Remove This Sign-Up', owner, QUIET, () => {
    const confirm = button('Yes, Remove It', owner, QUIET, remove);
    const keep = button('Keep It', owner, QUIET, () => {
      place.replaceChildren(start);
      start.focus();
    });
    place.replaceChildren('Remove it for good? ', confirm, ' ', keep);
    confirm.focus();
  });
  place.append(start);
  return place;
}

const QUIET = 'button button--quiet';

function button(label: string, owner: string, kind: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', { class: kind, type: 'button' }, [
    label,
    element('span', { class: 'visually-hidden' }, [`: ${owner}`]),
  ]);
  created.addEventListener('click', onClick);
  return created;
}

/** A sentence about what else this browser holds, or null if it holds nothing else. */
function browserContentsSentence(holds: BrowserContents): string | null {
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
