import { useEffect } from 'react';
import { setPageTitle } from '../page-title';
import type { StudyPage } from '../wire/StudyPage';

/** Gives the page the study's title, and moves to the part that the address names once the study is there. */
export function usePageOfStudy(page: StudyPage, anchor: string): void {
  useEffect(() => setPageTitle(page.title), [page.title]);
  useEffect(() => {
    if (anchor.length > 1) {
      document.getElementById(anchor.slice(1))?.scrollIntoView();
    }
  }, [anchor]);
}
