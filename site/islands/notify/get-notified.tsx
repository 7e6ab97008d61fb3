import { lazy, Suspense, useState } from 'react';
import { GET_NOTIFIED } from '../messages/news';
import { Loading } from '../parts/loading';
import type { NotifyFormsProps } from './notify-forms';

const NotifyForms = lazy(() => import('./notify-forms'));

/**
 * A section to subscribe to news, or to send one's details to the study's contact. The forms load when the visitor opens
 * it.
 */
export function GetNotified(props: NotifyFormsProps) {
  const [wasOpened, setOpened] = useState(false);
  const { contact } = props;
  const checkOpen = (details: HTMLDetailsElement | null) => {
    if (details?.open) {
      setOpened(true);
    }
  };
  // It may have been opened before hydration, so the ref checks that, too.
  return (
    <details ref={checkOpen} onToggle={({ currentTarget }) => checkOpen(currentTarget)}>
      <summary className="notify">{GET_NOTIFIED}</summary>
      <noscript>
        Without JavaScript, <a href="/contact">contact us</a> for news by email
        {contact && (
          <>
            , or write to the study at <a href={`mailto:${contact}`}>{contact}</a>
          </>
        )}
        .
      </noscript>
      {wasOpened && (
        <Suspense fallback={<Loading />}>
          <NotifyForms {...props} />
        </Suspense>
      )}
    </details>
  );
}
