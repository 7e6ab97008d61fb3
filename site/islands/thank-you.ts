import { signUpOf } from './backend/sign-up';

/** Shows the sign-up that the address names, or that there is none. */
export function mount(island: HTMLElement): void {
  const show = (name: 'loading' | 'found' | 'not-found' | 'failed') => {
    for (const part of ['loading', 'found', 'not-found', 'failed']) {
      island.querySelector(`[data-${part}]`)?.toggleAttribute('hidden', part !== name);
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
      }
      show(signUp ? 'found' : 'not-found');
      const title = island.querySelector<HTMLElement>(signUp ? '[data-found] h1' : '[data-not-found] h1');
      title?.focus();
      document.title = document.title.replace(/^[^–]*/, `${title?.textContent} `);
    } catch {
      show('failed');
    }
  };
  island.querySelector('[data-retry]')?.addEventListener('click', () => void load());
  void load();
}

function numberIn(path: string): string {
  return path.split('/')[2] ?? '';
}
