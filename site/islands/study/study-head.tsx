import { RECRUITMENT_COMPLETED } from '../messages/study';
import { StatusMark } from '../parts/status-mark';
import type { StudyPage } from '../wire/StudyPage';
import { explainedTexts } from './explained-texts';

/** The heading of a study: status, title, and summary. */
export function StudyHead({ page }: { page: StudyPage }) {
  return (
    <header className="study__head">
      {isClosed(page) && <p className="note note--closed">{RECRUITMENT_COMPLETED}</p>}
      <p>
        <StatusMark status={page.status} />
      </p>
      {page.stopped && <p className="note note--closed">{page.stopped}</p>}
      <h1 className="study__title">{page.title}</h1>
      {page.full_title && (
        <details>
          <summary>Show the Full Title</summary>
          <p>{page.full_title}</p>
        </details>
      )}
      <p className="lead">{explainedTexts(page.terms, 'summary', [page.summary])}</p>
    </header>
  );
}

/** Whether a study is closed, or doesn't accept sign-ups here. */
function isClosed({ partner, status, sign_up }: StudyPage): boolean {
  return status.tone === 'closed' || (partner === 'patientrials' && sign_up === null);
}
