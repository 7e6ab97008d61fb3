import { STUDY_NOT_FOUND } from '../messages/study';
import { Loading } from '../parts/loading';
import { NotFound } from '../parts/not-found';
import { TryAgain } from '../parts/try-again';
import { useStudyOfAddress } from '../study-of-address';
import { useAddress } from '../use-address';
import { useEmbedded } from '../use-embedded';
import type { StudyPage } from '../wire/StudyPage';
import { StudyView } from './study-view';
import { usePageOfStudy } from './use-page-of-study';

/** The study to show; without it the page's address names the study. */
export type StudyProps = { page?: StudyPage };

/** The page of a study. */
export function Study({ page }: StudyProps) {
  return page ? <ShownStudy page={page} /> : <NamedStudy />;
}

function NamedStudy() {
  const lookup = useStudyOfAddress();
  switch (lookup.state) {
    case 'loading':
      return <Loading title="Trial Details" />;
    case 'failed':
      return <TryAgain title="Trial Details" message={lookup.message} onRetry={lookup.retry} />;
    case 'missing':
      return <NotFound message={STUDY_NOT_FOUND} />;
    case 'found':
      return <ShownStudy page={lookup.study} />;
  }
}

function ShownStudy({ page }: { page: StudyPage }) {
  const address = useAddress();
  usePageOfStudy(page, address?.anchor ?? '');
  return <StudyView page={page} embedded={useEmbedded()} />;
}
