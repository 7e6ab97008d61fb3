import { useHydrated } from '../use-hydrated';

/** The folded search: its words, and a button that opens the form. Only phones fold the search. */
export type SearchLineProps = {
  condition: string;
  country: string;
  isOpen: boolean;
  /** The id of the form. */
  controls: string;
  onToggle: () => void;
};

/** One line for the search above its results. */
export function SearchLine({ condition, country, isOpen, controls, onToggle }: SearchLineProps) {
  const isAwake = useHydrated();
  return (
    <div className="search-line">
      <p className="search-line__words">
        {condition !== '' && (
          <>
            <strong>{condition}</strong> in {country}
          </>
        )}
      </p>
      <button
        className="button button--quiet button--small search-line__edit"
        type="button"
        aria-expanded={isOpen}
        aria-controls={controls}
        disabled={!isAwake}
        onClick={onToggle}
      >
        Edit Search
      </button>
    </div>
  );
}
