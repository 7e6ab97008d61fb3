import { StatusMark } from '../parts/status-mark';
import { isStudy, type Lookup } from './lookup';

/** A saved study, its state, and callbacks. */
export type SavedStudyProps = {
  id: string;
  lookup: Lookup;
  isChosen: boolean;
  canBeChosen: boolean;
  onToggle: () => void;
  onRemove: () => void;
};

/** A study in the list of saved studies. */
export function SavedStudy({ id, lookup, isChosen, canBeChosen, onToggle, onRemove }: SavedStudyProps) {
  const title = isStudy(lookup) ? lookup.title : id;
  return (
    <article className="card saved">
      {isStudy(lookup) && <StatusMark status={lookup.status} />}
      <h2 className="card__title">
        <a href={`/study/${id}`}>{title}</a>
      </h2>
      <p>{isStudy(lookup) ? lookup.summary : wordsFor(lookup)}</p>
      <div className="saved__actions">
        {isStudy(lookup) && (
          <label className="option">
            <input
              className="option__input"
              type="checkbox"
              checked={isChosen}
              disabled={!canBeChosen}
              onChange={onToggle}
            />
            <span>
              Compare<span className="visually-hidden"> {title}</span>
            </span>
          </label>
        )}
        <button className="button button--quiet button--small" type="button" onClick={onRemove}>
          Remove<span className="visually-hidden"> {title}</span>
        </button>
      </div>
    </article>
  );
}

function wordsFor(lookup: Exclude<Lookup, object>): string {
  switch (lookup) {
    case 'loading':
      return 'Loading ...';
    case 'missing':
      return 'This study is no longer listed.';
    case 'failed':
      return 'We couldn’t load this study this time. Open it, or load this page again.';
  }
}
