import { element } from '../element';

const FIELD = 'glossary-filter';

/** Adds a field above the glossary that leaves only the terms with the typed words. */
export function mount(island: HTMLElement): void {
  const field = element('input', { class: 'input', id: FIELD, type: 'search', autocomplete: 'off' });
  const status = element('p', { role: 'status' });
  island.append(element('label', { class: 'field__label', for: FIELD }, ['Find a Word']), field, status);
  const terms = [...document.querySelectorAll<HTMLElement>('.glossary__term')].map((shown) => ({
    shown,
    words: wordsOf(shown.textContent ?? ''),
  }));
  const letters = document.querySelectorAll<HTMLElement>('.glossary__letter');
  const index = document.querySelector<HTMLElement>('.glossary__letters');
  const filter = () => {
    const typed = wordsOf(field.value);
    let found = 0;
    for (const { shown, words } of terms) {
      const fits = words.includes(typed);
      shown.hidden = !fits;
      found += fits ? 1 : 0;
    }
    for (const letter of letters) {
      letter.hidden = !letter.querySelector('.glossary__term:not([hidden])');
    }
    index?.toggleAttribute('hidden', typed !== '');
    status.textContent = typed === '' ? '' : countInWords(found);
  };
  field.addEventListener('input', filter);
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    // A related term that the filter hides.
    if (target?.hidden) {
      field.value = '';
      filter();
      target.scrollIntoView();
    }
  });
  island.dataset.alive = '';
}

function wordsOf(text: string): string {
  return text.toLowerCase().split(/\s+/).filter(Boolean).join(' ');
}

function countInWords(found: number): string {
  switch (found) {
    case 0:
      return 'No term found.';
    case 1:
      return '1 term found.';
    default:
      return `${found} terms found.`;
  }
}
