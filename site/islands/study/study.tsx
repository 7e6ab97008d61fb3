import { useEffect } from 'react';
import { NO_CLINICAL_TRIAL, STUDY_NOT_FOUND } from '../messages/study';
import { Loading } from '../parts/loading';
import { NotFound } from '../parts/not-found';
import { TryAgain } from '../parts/try-again';
import { useStudyOfAddress } from '../study-of-address';
import { useAddress } from '../use-address';
import type { StudyPage } from '../wire/StudyPage';
import type { MapSource } from './beside-map';
import type { MapNodes } from './drawn-map';
import { StudyView } from './study-view';
import { usePageOfStudy } from './use-page-of-study';

/** The study to show. Without it, the page's address names the study. */
export type StudyProps = {
  page?: StudyPage;
  /** Whether the server knows no study of this address. */
  is_missing?: boolean;
  /** Whether the server drew a map into the page. */
  has_map?: boolean;
  /** The nodes of that map. */
  map?: MapNodes;
  /** The basemap for a study whose map the server did not draw. */
  basemap?: string;
};

const NO_NODES: MapNodes = [];

/** The page of a study. */
export function Study({ page, is_missing = false, has_map = false, map = NO_NODES, basemap }: StudyProps) {
  const basemapSource = basemap === undefined ? null : { basemap };
  return page ? (
    <ShownStudy page={page} map={has_map ? { nodes: map } : basemapSource} />
  ) : (
    <NamedStudy isMissing={is_missing} map={basemapSource} />
  );
}

function NamedStudy({ isMissing, map }: { isMissing: boolean; map: MapSource | null }) {
  const lookup = useStudyOfAddress();
  const isDetails = useAddress()?.path.toLowerCase().startsWith('/trialdetails/');
  // The registry may have a study that the server doesn't know yet. Until it is found, the page says what the server said.
  const state = isMissing && lookup.state !== 'found' ? { state: 'missing' as const } : lookup;
  switch (state.state) {
    case 'loading':
      return <Loading title="Trial Details" />;
    case 'failed':
      return <TryAgain title="Trial Details" message={state.message} onRetry={state.retry} />;
    case 'missing':
      return <MissingStudy message={isDetails ? NO_CLINICAL_TRIAL : STUDY_NOT_FOUND} />;
    case 'found':
      return <ShownStudy page={state.study} map={map} />;
  }
}

/** Says that the study does not exist, and meanwhile hides the buttons that save, print, and share it. */
function MissingStudy({ message }: { message: string }) {
  useEffect(() => {
    const actions = document.querySelector('.study-actions');
    actions?.setAttribute('hidden', '');
    return () => actions?.removeAttribute('hidden');
  }, []);
  return <NotFound message={message} />;
}

function ShownStudy({ page, map }: { page: StudyPage; map: MapSource | null }) {
  const address = useAddress();
  usePageOfStudy(page, address?.anchor ?? '');
  return <StudyView page={page} map={map} />;
}
