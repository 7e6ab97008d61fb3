import type { ReactNode } from 'react';
import type { StudyPage } from '../wire/StudyPage';
import { explainedTexts } from './explained-texts';

/** Details of a study with their terms explained. */
export type ExplainedDetails = { phase: ReactNode; type: ReactNode; officialTitle: ReactNode };

/** Returns the details that a study states. */
export function explainedDetails({ phase, study_type, official_title, terms }: StudyPage): ExplainedDetails {
  const texts = [phase ?? '', study_type ?? '', official_title ?? ''];
  const [phaseInWords, type, officialTitle] = explainedTexts(terms, 'details', texts);
  return {
    phase: phase && phaseInWords,
    type: study_type && type,
    officialTitle: official_title && officialTitle,
  };
}
