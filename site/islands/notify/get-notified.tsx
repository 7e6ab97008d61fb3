import { lazy, Suspense, useState } from 'react';
import { GET_NOTIFIED } from '../messages/news';
import { Loading } from '../parts/loading';
import type { NotifyFormProps } from './notify-form';

const NotifyForm = lazy(() => import('./notify-form'));

/** A section to subscribe to news. The form loads when the visitor opens it. */
export function GetNotified(props: NotifyFormProps) {
  const [wasOpened, setOpened] = useState(false);
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
        Without JavaScript, <a href="/contact">contact us</a> for news by email.
      </noscript>
      {wasOpened && (
        <Suspense fallback={<Loading />}>
          <NotifyForm {...props} />
        </Suspense>
      )}
    </details>
  );
}
