import { useState } from 'react';
import { keepStudy, savedStudies } from '../saved-studies';

/** The number under which a study is saved, and its title. */
export type SaveButtonProps = { id: string; title: string };

/** Saves the study of a card on this device, or forgets it. */
export function SaveButton({ id, title }: SaveButtonProps) {
  const [isSaved, setSaved] = useState(() => savedStudies().includes(id));
  const [said, say] = useState<'nothing' | 'saved' | 'forgotten' | 'refused'>('nothing');
  const toggle = () => {
    if (keepStudy(id, !isSaved)) {
      setSaved(!isSaved);
      say(isSaved ? 'forgotten' : 'saved');
    } else {
      say('refused');
    }
  };
  return (
    <div className="study-card__save">
      <button
        className="button button--quiet button--small"
        type="button"
        aria-pressed={isSaved}
        onClick={toggle}
      >
        {isSaved ? 'Saved' : 'Save'}
        <span className="visually-hidden"> {title}</span>
      </button>
      <span role="status">
        {said === 'saved' && (
          <>
            Kept on this device alone. See your <a href="/saved">saved studies</a>.
          </>
        )}
        {said === 'forgotten' && 'No longer saved.'}
        {said === 'refused' && 'This browser does not let us save anything.'}
      </span>
    </div>
  );
}
