import type { StudyCard } from '../wire/StudyCard';

/** The full title for screen readers, if the card cuts it off. */
export function FullTitle({ card }: { card: Pick<StudyCard, 'title' | 'full_title'> }) {
  return card.title === card.full_title ? null : <p className="visually-hidden">{card.full_title}</p>;
}
