import { BackendError, plainSentence } from '../backend/backend-error';
import { askForCall, type CallTime } from '../backend/nurse';
import { startedInThisBrowser, type SignUp } from '../backend/sign-up';

type Part = 'waiting' | 'form' | 'asked' | 'unaccepted' | 'unknown' | 'failed';

/** Takes the wish for a call from the browser that signed up; any other browser is told how to reach the nurse. */
export function mount(island: HTMLElement): void {
  const part = (name: Part) => island.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const show = (name: Part, takesFocus = false) => {
    for (const each of island.querySelectorAll<HTMLElement>('[data-part]')) {
      each.hidden = each.dataset.part !== name;
    }
    if (takesFocus) {
      part(name)?.focus();
    }
  };
  const said = island.querySelector<HTMLElement>('[role="status"]');
  const say = (sentence: string) => {
    if (said) {
      said.textContent = sentence;
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
    say('Sending ...');
    try {
      await askForCall(signUp.pt_id, new FormData(form).get('when') as CallTime);
      say('');
      show('asked', true);
    } catch (error) {
      const isOver = error instanceof BackendError && error.code === 'not_found';
      say(isOver ? '' : plainSentence(error));
      if (isOver) {
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
