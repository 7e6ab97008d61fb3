import { type SignUp, signUpOf } from './backend/sign-up';

/** Shows the sign-up that the address names, or that there is none. */
export function mount(island: HTMLElement): void {
  const title = island.querySelector<HTMLElement>('h1');
  const show = (name: 'loading' | 'found' | 'unaccepted' | 'not-found' | 'failed') => {
    for (const part of island.querySelectorAll<HTMLElement>('[data-part]')) {
      part.hidden = part.dataset.part !== name;
      if (!part.hidden && part.dataset.title && title) {
        title.textContent = part.dataset.title;
      }
    }
  };
  const load = async () => {
    show('loading');
    try {
      const signUp = await signUpOf(numberIn(location.pathname));
      if (signUp) {
        for (const place of island.querySelectorAll('[data-number]')) {
          place.textContent = signUp.pt_id;
        }
        const study = island.querySelector<HTMLAnchorElement>('[data-study]');
        if (study?.parentElement && signUp.study_title) {
          study.textContent = signUp.study_title;
          study.href = `/study/${signUp.study_number}`;
          study.parentElement.hidden = false;
        }
        const status = island.querySelector('[data-status]');
        if (status && signUp.referral) {
          status.textContent = signUp.referral.text;
        }
      }
      show(!signUp ? 'not-found' : signUp.acknowledged ? 'found' : 'unaccepted');
      if (signUp?.acknowledged) {
        void showRecords(signUp);
      } else if (signUp) {
        island.querySelector('[data-notice]')?.setAttribute('href', `/enroll/${signUp.study_number}`);
      }
      title?.focus();
      document.title = document.title.replace(/^[^–]*/, `${title?.textContent} `);
    } catch {
      show('failed');
    }
  };
  const showRecords = async (signUp: SignUp) => {
    const place = island.querySelector<HTMLElement>('[data-records]');
    try {
      const { showSharedRecords } = await import('./shared-records');
      await (place && showSharedRecords(place, signUp, refreshReceipts));
    } catch {
      // Everything else on the page stands without it.
    }
  };
  const receipts = island.querySelector('[data-receipts]');
  const receiptsPlace = receipts?.parentElement as HTMLElement;
  const showReceipts = async () => {
    const { showReceipts } = await import('./receipts');
    await showReceipts(receiptsPlace, numberIn(location.pathname));
  };
  // Once they are shown, the button is gone.
  const refreshReceipts = () => receipts?.isConnected === false && void showReceipts();
  receipts?.addEventListener('click', showReceipts);
  island.dataset.alive = '';
  island.querySelector('[data-retry]')?.addEventListener('click', () => void load());
  void load();
}

function numberIn(path: string): string {
  return path.split('/')[2] ?? '';
}
