import { publicFigures } from '../backend/figures';

/** Shows how fast study teams answer, and how fresh the search is. */
export function mount(island: HTMLElement): void {
  const show = (name: 'waiting' | 'failed' | 'figures') => {
    for (const part of island.querySelectorAll<HTMLElement>('[data-part]')) {
      part.hidden = part.dataset.part !== name;
    }
  };
  const write = (name: string, text: string) => {
    for (const line of island.querySelectorAll(`[data-text="${name}"]`)) {
      line.textContent = text;
    }
  };
  const load = async () => {
    show('waiting');
    try {
      const { contact_text, registry } = await publicFigures();
      write('contact', contact_text);
      write(
        'freshness',
        registry?.freshness_text ?? 'We don’t know right now when we last read the registry.',
      );
      write('updates', registry?.updates_text ?? '');
      show('figures');
    } catch {
      show('failed');
    }
  };
  island.querySelector('[data-retry]')?.addEventListener('click', () => void load());
  island.dataset.alive = '';
  void load();
}
