import { savedStudies, setStudySaved } from '../saved/saved-studies';
import { unfoldForPrint } from './unfold-for-print';

/** Activates the buttons of a study page that save, print, and share the study. */
export function mount(bar: HTMLElement): void {
  const id = (bar.dataset.study || location.pathname.split('/')[2] || '').toUpperCase();
  if (id === '') {
    return;
  }
  const button = (name: string) => bar.querySelector<HTMLButtonElement>(`[data-action="${name}"]`);
  const say = (words: string) => bar.querySelector('[role="status"]')?.replaceChildren(words);
  const save = button('save');
  const show = () => {
    const isSaved = savedStudies().includes(id);
    save?.setAttribute('aria-pressed', String(isSaved));
    save?.replaceChildren(isSaved ? 'Saved' : 'Save This Study');
  };
  save?.addEventListener('click', () => {
    const isSaved = save.getAttribute('aria-pressed') !== 'true';
    const worked = setStudySaved(id, isSaved);
    show();
    say(worked ? wordsFor(isSaved) : 'This browser does not let us save anything.');
  });
  button('print')?.addEventListener('click', () => print());
  button('share')?.addEventListener('click', () => {
    share().then(say, () => say('The link could not be copied. You can copy it from the address bar.'));
  });
  unfoldForPrint();
  show();
  bar.dataset.alive = '';
}

function wordsFor(isSaved: boolean): string {
  return isSaved ? 'Saved on this device. Nobody else sees it.' : 'No longer saved.';
}

/** Shares the page without its query, which may contain what the visitor searched for. */
async function share(): Promise<string> {
  const url = location.origin + location.pathname;
  if (!navigator.share) {
    await navigator.clipboard.writeText(url);
    return 'The link is copied.';
  }
  // Closing the share sheet is not a failure.
  await navigator.share({ title: document.title, url }).catch(() => undefined);
  return '';
}
