import { useEffect } from 'react';

/** Marks the current step in the page's step bar. */
export function useStepBar(current: string): void {
  useEffect(() => {
    for (const step of document.querySelectorAll('[data-progress] > li')) {
      if (step.textContent?.trim() === current) {
        step.setAttribute('aria-current', 'step');
      } else {
        step.removeAttribute('aria-current');
      }
    }
  }, [current]);
}
