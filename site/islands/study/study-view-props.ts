import type { StudyPage } from '../wire/StudyPage';
import type { MapSource } from './beside-map';

/** A study and its map. */
export type StudyViewProps = { page: StudyPage; map: MapSource | null };
