import { signUpOf } from './backend/sign-up';

/** Shows the sign-up that the address names, or that there is none. */
export function mount(island: HTMLElement): void {
  const title = island.querySelector<HTMLElement>('h1');
  const show = (name: 'loading' | 'found' | 'not-found' | 'failed') => {
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
        const status = island.querySelector('[data-status]');
        if (status && signUp.referral) {
          status.textContent = signUp.referral.text;
        }
      }
      show(signUp ? 'found' : 'not-found');
      title?.focus();
      document.title = document.title.replace(/^[^–]*/, `${title?.textContent} `);
    } catch {
      show('failed');
    }
  };
  const receipts = island.querySelector<HTMLButtonElement>('[data-receipts]');
  receipts?.addEventListener('click', async () => {
    const { showReceipts } = await import('./receipts');
    await showReceipts(receipts.parentElement as HTMLElement, numberIn(location.pathname));
  });
  island.dataset.alive = '';
  island.querySelector('[data-retry]')?.addEventListener('click', () => void load());
  void load();
}

function numberIn(path: string): string {
  return path.split('/')[2] ?? '';
}
