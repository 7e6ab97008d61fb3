import { useEffect, useState } from 'react';
import { savedStudies, setStudySaved } from '../saved/saved-studies';
import { useHydrated } from '../use-hydrated';

/** The number of a study, and its title. */
export type SaveButtonProps = { id: string; title: string };

/** Saves a card's study on this device, or forgets it. */
export function SaveButton({ id, title }: SaveButtonProps) {
  const isAwake = useHydrated();
  const [isSaved, setSaved] = useState(false);
  const [note, setNote] = useState<'nothing' | 'saved' | 'forgotten' | 'refused'>('nothing');
  // Only the browser knows which studies are saved.
  useEffect(() => setSaved(savedStudies().includes(id)), [id]);
  const toggle = () => {
    if (setStudySaved(id, !isSaved)) {
      setSaved(!isSaved);
      setNote(isSaved ? 'forgotten' : 'saved');
    } else {
      setNote('refused');
    }
  };
  return (
    <div className="study-card__save">
      <button
        className="button button--quiet button--small"
        type="button"
        aria-pressed={isSaved}
        disabled={!isAwake}
        onClick={toggle}
      >
        {isSaved ? 'Saved' : 'Save'}
        <span className="visually-hidden"> {title}</span>
      </button>
      <span role="status">
        {note === 'saved' && (
          <>
            Kept on this device alone. See your <a href="/saved">saved studies</a>.
          </>
        )}
        {note === 'forgotten' && 'No longer saved.'}
        {note === 'refused' && 'This browser does not let us save anything.'}
      </span>
    </div>
  );
}
