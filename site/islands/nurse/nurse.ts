import { BackendError, plainSentence } from '../backend/backend-error';
import { askForCall, type CallTime } from '../backend/nurse';
import { type SignUp, startedInThisBrowser } from '../backend/sign-up';

type Part = 'waiting' | 'form' | 'asked' | 'unaccepted' | 'unknown' | 'failed';

/** Requests a call from the nurse for this browser's sign-up. Without one, shows other ways to reach the nurse. */
export function mount(island: HTMLElement): void {
  const part = (name: Part) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const show = (name: Part, takesFocus = false) => {
    for (const element of island.querySelectorAll<HTMLElement>('[data-part]')) {
      element.hidden = element.dataset.part !== name;
    }
    if (takesFocus) {
      part(name)?.focus();
    }
  };
  const status = island.querySelector<HTMLElement>('[role="status"]');
  const setStatus = (sentence: string) => {
    if (status) {
      status.textContent = sentence;
    }
  };
  let signUp: SignUp | null = null;

  const load = async () => {
    show('waiting');
    try {
      signUp = (await startedInThisBrowser(null)).data;
    } catch {
      show('failed');
      return;
    }
    if (signUp === null) {
      show('unknown');
      return;
    }
    for (const study of island.querySelectorAll('[data-study]')) {
      study.textContent = signUp.study_title ?? 'your study';
    }
    island.querySelector('[data-notice]')?.setAttribute('href', `/enroll/${signUp.study_number}#notice`);
    show(signUp.acknowledged ? 'form' : 'unaccepted');
  };

  let isSending = false;
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    if (isSending || signUp === null) {
      return;
    }
    isSending = true;
    setStatus('Sending ...');
    try {
      await askForCall(signUp.pt_id, new FormData(form).get('when') as CallTime);
      setStatus('');
      show('asked', true);
    } catch (error) {
      const isExpired = error instanceof BackendError && error.code === 'not_found';
      setStatus(isExpired ? '' : plainSentence(error));
      if (isExpired) {
        show('unknown', true);
      }
    } finally {
      isSending = false;
    }
  };

  island.querySelector('form')?.addEventListener('submit', (event) => void send(event));
  island.querySelector('[data-retry]')?.addEventListener('click', () => void load());
  island.querySelector('[data-again]')?.addEventListener('click', () => {
    show('form');
    island.querySelector<HTMLElement>('input[name="when"]:checked')?.focus();
  });
  island.dataset.alive = '';
  void load();
}
