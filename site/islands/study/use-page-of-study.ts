import { useEffect } from 'react';
import { setPageTitle } from '../page-title';
import type { StudyPage } from '../wire/StudyPage';

/**
 * Gives the page the study's title, leads the header's sign-up to the study if it takes sign-ups, and moves to the part that
 * the address names once the study is there.
 */
export function usePageOfStudy(page: StudyPage, anchor: string): void {
  useEffect(() => setPageTitle(page.title), [page.title]);
  useEffect(() => {
    const header = document.querySelector<HTMLAnchorElement>('a[data-sign-up]');
    // A page that was made for its study has the link already.
    if (header && page.sign_up !== null && header.getAttribute('href') !== page.sign_up) {
      header.href = page.sign_up;
      header.querySelector('[data-sign-up-study]')?.replaceChildren(page.title);
    }
  }, [page.sign_up, page.title]);
  useEffect(() => {
    if (anchor.length > 1) {
      document.getElementById(anchor.slice(1))?.scrollIntoView();
    }
  }, [anchor]);
}
