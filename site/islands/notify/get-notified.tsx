import { lazy, Suspense, useState } from 'react';
import type { NewsSubject } from '../backend/notify';
import { GET_NOTIFIED } from '../messages/news';
import { Loading } from '../parts/loading';

const NotifyForm = lazy(() => import('./notify-form'));

/** What news are of, and whether that is a study that takes people already. */
export type GetNotifiedProps = { subject: NewsSubject; isOpen?: boolean };

/** A way to leave a mail address for news. The form, and what it says, load when somebody opens it. */
export function GetNotified(props: GetNotifiedProps) {
  const [wasOpened, setOpened] = useState(false);
  const look = (details: HTMLDetailsElement | null) => {
    if (details?.open) {
      setOpened(true);
    }
  };
  // It may have been opened before the page woke, so it is looked at then, too.
  return (
    <details ref={look} onToggle={({ currentTarget }) => look(currentTarget)}>
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
