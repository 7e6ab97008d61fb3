import { NO_TRIAL_FOUND } from '../messages/study';
import { NotFound } from '../parts/not-found';
import { EmbeddedStudy } from './embedded-study';
import { PartnerStudyView } from './partner-study-view';
import { RegistryStudyView } from './registry-study-view';
import type { StudyViewProps } from './study-view-props';

/** The view for the study's source. */
export function StudyView({ page, map }: StudyViewProps) {
  if (page.embedded_link) {
    return <EmbeddedStudy page={page} link={page.embedded_link} height={page.embedded_height} />;
  }
  switch (page.partner) {
    case 'patientrials':
      return <PartnerStudyView page={page} map={map} />;
    case 'clinical trials':
      return <RegistryStudyView page={page} map={map} />;
    default:
      return <NotFound message={NO_TRIAL_FOUND} />;
  }
}
