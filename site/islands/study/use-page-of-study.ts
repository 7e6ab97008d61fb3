import { useEffect } from 'react';
import type { StudyPage } from '../wire/StudyPage';

/**
 * Sets the page's title, points the header's sign-up link to the study if it accepts sign-ups, and scrolls to the part
 * that the address names.
 */
export function usePageOfStudy(page: StudyPage, anchor: string): void {
  useEffect(() => setPageTitle(page.title), [page.title]);
  useEffect(() => {
    const header = document.querySelector<HTMLAnchorElement>('a[data-sign-up]');
    // A page built for its study already has the link.
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

/** Sets the title of the page, followed by the name of the site. */
function setPageTitle(title: string): void {
  const name = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content;
  document.title = name ? `${title} – ${name}` : title;
}
