import { deadlineIn } from '../backend/deadline';
import { element } from '../element';
import { leaveFor } from '../leave-for';

/** What the glossary says about a term. */
type Entry = { term: string; meaning: string; say?: string; more?: { label: string; href: string } };
type Glossary = Record<string, Entry>;

/** In milliseconds. After that, the link leads to the page of the glossary. */
const TIME_LIMIT = 5000;
const TITLE = 'term-title';
const MEANING = 'term-meaning';

/** Opens the meaning of a term in place. Until then, and if it can't be read, the term's link leads to the glossary. */
export function mount(island: HTMLElement): void {
  const read = readOnce(island.dataset.entries ?? '');
  for (const approach of ['pointerover', 'touchstart', 'focusin']) {
    const readAhead = ({ target }: Event) => {
      if (linkOfTerm(target)) {
        read().catch(() => undefined);
      }
    };
    document.addEventListener(approach, readAhead, { passive: true });
  }
  document.addEventListener('click', (event) => {
    const link = linkOfTerm(event.target);
    if (!link || event.defaultPrevented || opensElsewhere(event)) {
      return;
    }
    event.preventDefault();
    const follow = () => leaveFor(link.href);
    read().then((glossary) => {
      const entry = glossary[link.hash.slice(1)];
      // Later, so that the Enter key that followed the link doesn't press the button of the dialog, too.
      entry ? setTimeout(show, 0, entry, link) : follow();
    }, follow);
  });
  island.dataset.alive = '';
}

function linkOfTerm(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a.term') : null;
}

/** Whether a click opens a new tab or a menu. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

/** Returns a function that reads the glossary, and reads it again only after a failure. */
function readOnce(address: string): () => Promise<Glossary> {
  let reading: Promise<Glossary> | null = null;
  return () => {
    reading ??= readGlossary(address).catch((error) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

async function readGlossary(address: string): Promise<Glossary> {
  const deadline = deadlineIn(TIME_LIMIT);
  try {
    const answer = await fetch(address, { signal: deadline.signal });
    if (!answer.ok) {
      throw new Error(`status ${answer.status}`);
    }
    return (await answer.json()) as Glossary;
  } finally {
    deadline.clear();
  }
}

/** Shows what a term means, until the visitor closes it. The focus then returns to the term. */
function show({ term, meaning, say, more }: Entry, link: HTMLAnchorElement): void {
  // A second tap while the glossary was loading.
  if (document.getElementById(TITLE)) {
    return;
  }
  const close = element('button', { class: 'button', type: 'button', autofocus: '' }, ['Close']);
  const links = [...(more ? [more] : []), { label: 'See All Terms', href: link.href }];
  const dialog = element(
    'dialog',
    { class: 'dialog term-meaning', 'aria-labelledby': TITLE, 'aria-describedby': MEANING },
    [
      element('h2', { class: 'dialog__title', id: TITLE }, [term]),
      element('p', { id: MEANING }, [meaning]),
      ...(say ? [element('p', {}, [`Say: ${say}`])] : []),
      ...links.map(({ label, href }) => element('p', {}, [element('a', { href }, [label])])),
      element('div', { class: 'dialog__actions' }, [close]),
    ],
  );
  const end = () => dialog.close();
  close.addEventListener('click', end);
  // The backdrop belongs to the dialog.
  dialog.addEventListener('click', ({ target }) => target === dialog && end());
  dialog.addEventListener('close', () => {
    dialog.remove();
    // Safari gives no focus to a tapped link, so the browser can't return it.
    link.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
