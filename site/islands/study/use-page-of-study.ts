import { useEffect } from 'react';
import { setPageTitle } from '../page-title';
import { chosenStudy } from '../search-memory';
import type { StudyPage } from '../wire/StudyPage';

/**
 * Gives the page the study's title, leads the header's sign-up to the study when it was chosen from a list, and moves to the
 * part that the address names once the study is there.
 */
export function usePageOfStudy(page: StudyPage, anchor: string): void {
  useEffect(() => setPageTitle(page.title), [page.title]);
  useEffect(() => {
    const header = document.querySelector<HTMLAnchorElement>('a[data-sign-up]');
    if (header && page.sign_up !== null && chosenStudy() === page.study_number) {
      header.href = page.sign_up;
    }
  }, [page.sign_up, page.study_number]);
  useEffect(() => {
    if (anchor.length > 1) {
      document.getElementById(anchor.slice(1))?.scrollIntoView();
    }
  }, [anchor]);
}
