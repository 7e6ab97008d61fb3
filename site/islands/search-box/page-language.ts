import { useSyncExternalStore } from 'react';
import { neverChanges } from '../never-changes';

/** A language that the vocabulary and the texts for visitors have. */
export type PageLanguage = 'en' | 'es' | 'vi';

/** The language of the page, English if the vocabulary lacks it. */
export function pageLanguage(): PageLanguage {
  const { lang } = document.documentElement;
  return lang === 'es' || lang === 'vi' ? lang : 'en';
}

/** The language of the page; English during hydration, because the server does not know the page. */
export function usePageLanguage(): PageLanguage {
  return useSyncExternalStore(neverChanges, pageLanguage, () => 'en');
}
