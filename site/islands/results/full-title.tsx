import type { StudyCard } from '../wire/StudyCard';

/** The whole title for a screen reader, when the card shows only its beginning. */
export function FullTitle({ card }: { card: Pick<StudyCard, 'title' | 'full_title'> }) {
  return card.title === card.full_title ? null : <p className="visually-hidden">{card.full_title}</p>;
}
