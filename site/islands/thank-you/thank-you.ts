import { type SignUp, signUpOf } from '../backend/sign-up';
import { forgetMailLink, takeMailLink } from '../mail-link';
import { participantNumber } from '../typed/participant-number';
import type { ReferralState } from '../wire/ReferralState';

const RETURN = '#return=';

type Part =
  | 'loading'
  | 'found'
  | 'unaccepted'
  | 'not-found'
  | 'failed'
  | 'coming-back'
  | 'link-over'
  | 'gone';

/** Shows the sign-up that the address names, or that there is none. An email link shows a confirmation first. */
export function mount(island: HTMLElement): void {
  const title = island.querySelector<HTMLElement>('h1');
  const show = (name: Part) => {
    for (const part of island.querySelectorAll<HTMLElement>('[data-part]')) {
      part.hidden = part.dataset.part !== name;
      if (!part.hidden && part.dataset.title && title) {
        title.textContent = part.dataset.title;
      }
    }
  };
  let studyTitle: string | null = null;
  const load = async () => {
    show('loading');
    try {
      const signUp = await signUpOf(numberIn(location.pathname));
      if (signUp) {
        for (const place of island.querySelectorAll('[data-number]')) {
          showNumber(place, signUp.pt_id);
        }
        studyTitle = signUp.study_title ?? null;
        const study = island.querySelector<HTMLAnchorElement>('[data-study]');
        if (study?.parentElement && signUp.study_title) {
          study.textContent = signUp.study_title;
          study.href = `/study/${signUp.study_number}`;
          study.parentElement.hidden = false;
        }
        const doctors = island.querySelector<HTMLAnchorElement>('[data-doctors]');
        if (doctors) {
          doctors.href = `/for-doctors/${signUp.study_number}`;
        }
        const unconfirmed = island.querySelector<HTMLElement>('[data-unconfirmed]');
        if (unconfirmed) {
          unconfirmed.hidden = signUp.email_confirmed === true;
          showEmail(unconfirmed, signUp);
        }
        for (const place of island.querySelectorAll<HTMLElement>('[data-whom]')) {
          place.hidden = (place.dataset.whom === 'someone_else') !== (signUp.by_representative === true);
        }
        const status = island.querySelector('[data-status]');
        if (status && signUp.referral) {
          status.textContent = signUp.referral.text;
          void showOtherStudies(signUp.referral);
        }
        const promise = island.querySelector<HTMLElement>('[data-promise]');
        if (promise) {
          promise.textContent = signUp.promise?.text ?? '';
          promise.hidden = !signUp.promise;
        }
        const overdue = island.querySelector<HTMLElement>('[data-overdue]');
        if (overdue) {
          overdue.hidden = signUp.promise?.overdue !== true;
        }
      }
      const isNumber = participantNumber(numberIn(location.pathname)) !== null;
      const hint = island.querySelector<HTMLElement>('[data-number-hint]');
      if (hint) {
        hint.hidden = isNumber;
      }
      if (!signUp && isNumber) {
        offerLinks();
      }
      show(!signUp ? 'not-found' : signUp.acknowledged ? 'found' : 'unaccepted');
      const isClosed = signUp?.referral?.status === 'closed';
      for (const place of island.querySelectorAll<HTMLElement>('[data-until-closed]')) {
        place.hidden = isClosed;
      }
      if (isClosed && title) {
        title.textContent = 'Your Sign-Up Is Closed';
      }
      if (signUp?.acknowledged) {
        void (isClosed || showRecords(signUp));
        void showContactChoice(signUp);
        void showMessages(signUp);
      } else if (signUp) {
        island.querySelector('[data-notice]')?.setAttribute('href', `/enroll/${signUp.study_number}#notice`);
      }
      title?.focus();
      document.title = document.title.replace(/^[^–]*/, `${title?.textContent} `);
    } catch {
      show('failed');
    }
  };
  const showEmail = (place: HTMLElement, { pt_id, email_to_confirm }: SignUp) => {
    if (email_to_confirm !== undefined) {
      import('./email-of-sign-up').then(
        ({ showEmailToConfirm }) => showEmailToConfirm(place, pt_id, email_to_confirm),
        // The text of the page also says what to do.
        () => {},
      );
    }
  };
  const offerLinks = () => {
    import('./email-of-sign-up').then(
      ({ offerLinkAgain }) => {
        for (const place of island.querySelectorAll<HTMLElement>('[data-link-again]')) {
          offerLinkAgain(place, numberIn(location.pathname));
        }
      },
      // The page names another way to get back.
      () => {},
    );
  };
  const showOtherStudies = async ({ other_studies = [] }: ReferralState) => {
    const place = island.querySelector<HTMLElement>('[data-other-studies]');
    if (place && other_studies.length > 0) {
      const { otherStudies } = await import('./other-studies').catch(() => ({ otherStudies: null }));
      place.replaceChildren(...(otherStudies?.(other_studies) ?? []));
    }
  };
  const showContactChoice = async ({ pt_id, contact }: SignUp) => {
    const place = island.querySelector<HTMLElement>('[data-contact]');
    if (place) {
      place.hidden = !contact;
    }
    const form = place?.querySelector('form');
    if (form && contact) {
      const loaded = await import('./contact-choice').catch(() => null);
      loaded?.showContactChoice(form, pt_id, contact);
    }
  };
  const showRecords = async (signUp: SignUp) => {
    const place = island.querySelector<HTMLElement>('[data-records]');
    try {
      const { showSharedRecords } = await import('./shared-records');
      await (place && showSharedRecords(place, signUp, refreshReceipts));
    } catch {
      // The rest of the page works without them.
    }
  };
  const showMessages = async ({ pt_id, channels = [] }: SignUp) => {
    const place = island.querySelector<HTMLElement>('[data-messages]');
    if (place === null || channels.length === 0) {
      return;
    }
    try {
      const { showMessages } = await import('./messages');
      showMessages(place, pt_id, channels, refreshReceipts);
    } catch {
      // The rest of the page works without them.
    }
  };
  // A sign-up that was forgotten in another tab disappears here, too.
  const hideIfForgotten = async () => {
    const isShown = island.querySelector('[data-part="found"]:not([hidden])') !== null;
    if (!isShown || document.visibilityState !== 'visible') {
      return;
    }
    const signUp = await signUpOf(numberIn(location.pathname)).catch(() => undefined);
    if (signUp === null) {
      for (const place of island.querySelectorAll(
        '[data-number], [data-unconfirmed], [data-other-studies], [data-records], [data-messages], .receipts',
      )) {
        place.replaceChildren();
      }
      show('not-found');
      title?.focus();
    }
  };
  document.addEventListener('visibilitychange', hideIfForgotten);
  const receipts = island.querySelector('[data-receipts]');
  const receiptsPlace = receipts?.parentElement as HTMLElement;
  const showReceipts = async () => {
    const { showReceipts } = await import('./receipts');
    await showReceipts(receiptsPlace, numberIn(location.pathname), studyTitle);
  };
  // The button is gone once the receipts are shown.
  const refreshReceipts = () => receipts?.isConnected === false && void showReceipts();
  receipts?.addEventListener('click', showReceipts);
  const showReturnLink = async (token: string) => {
    show('loading');
    try {
      const place = island.querySelector<HTMLElement>('[data-return]');
      const { showReturn } = await import('./returning');
      await (place &&
        showReturn(place, token, async (outcome) => {
          forgetMailLink();
          if (outcome === 'link-over') {
            offerLinks();
            show('link-over');
            return;
          }
          // The link may have opened another sign-up of the same address than the one in its own address.
          history.replaceState(history.state, '', `/thankyou/${outcome.opened}`);
          await load();
        }));
      if (place?.childElementCount) {
        show('coming-back');
        title?.focus();
      }
    } catch {
      show('failed');
    }
  };
  const leave = async () => {
    try {
      const { leaveDevice } = await import('../backend/return-link');
      await leaveDevice();
      forgetMailLink();
      show('gone');
      title?.focus();
    } catch {
      show('failed');
    }
  };
  for (const button of island.querySelectorAll('[data-leave]')) {
    button.addEventListener('click', leave);
  }
  island.dataset.alive = '';
  const token = tokenOfLink();
  const begin = () => (token === null ? load() : showReturnLink(token));
  island.querySelector('[data-retry]')?.addEventListener('click', begin);
  void begin();
}

/** The token of the email link, or null. */
function tokenOfLink(): string | null {
  const link = takeMailLink((hash) => hash.startsWith(RETURN));
  return link === '' ? null : link.slice(RETURN.length);
}

function numberIn(path: string): string {
  const segment = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Shows a participant ID in groups, and lets a screen reader spell it. */
function showNumber(place: Element, number: string): void {
  const participant = participantNumber(number);
  place.textContent = participant?.grouped ?? number;
  if (participant) {
    place.setAttribute('role', 'img');
    place.setAttribute('aria-label', participant.spelled);
  }
}
