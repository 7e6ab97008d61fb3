import { RECRUITMENT_COMPLETED } from '../messages/study';
import { StatusMark } from '../parts/status-mark';
import type { StudyPage } from '../wire/StudyPage';
import { isClosed } from './recruitment';

/** What a study is, first of all: whether it takes people, its title, and what it tests. */
export function StudyHead({ page }: { page: StudyPage }) {
  return (
    <header className="study__head">
      {isClosed(page) && <p className="note note--closed">{RECRUITMENT_COMPLETED}</p>}
      <p>
        <StatusMark status={page.status} />
      </p>
      <h1 className="study__title">{page.title}</h1>
      <p className="lead">{page.summary}</p>
    </header>
  );
}
