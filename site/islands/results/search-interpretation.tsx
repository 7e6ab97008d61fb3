import type { SearchAnswer } from '../wire/SearchAnswer';
import type { UnderstoodFilter } from '../wire/UnderstoodFilter';
import type { UnderstoodPart } from '../wire/UnderstoodPart';
import { addressOf } from './address-of-results';

/** The answer of a search, and whether the page is in a partner's frame. */
export type SearchInterpretationProps = { answer: SearchAnswer; embedded: boolean };

/** How the server interpreted the search, with links that correct each part. */
export function SearchInterpretation({ answer, embedded }: SearchInterpretationProps) {
  const { understood } = answer;
  const address = (filters: UnderstoodFilter[], extra: Record<string, string> = {}) => {
    const chosen = new URLSearchParams(filters.map(({ name, value }) => [name, value]));
    for (const [name, value] of Object.entries(extra)) {
      chosen.set(name, value);
    }
    return addressOf(understood.condition, answer.in, chosen.toString(), embedded);
  };
  const exactly: Record<string, string> = understood.exactly ? { exactly: 'words' } : {};
  return (
    <div className="understood">
      <SearchedFor answer={answer} />
      {understood.unknown_place !== null && (
        <p>
          We don’t know the place “{understood.unknown_place}”. Try a city with its state or country, or a ZIP
          code.
        </p>
      )}
      {understood.asks_for_place && (
        <p>To see trials near you, enter your city or ZIP code in the filters.</p>
      )}
      {understood.unknown_country !== null && (
        <p>
          We don’t know the country “{understood.unknown_country}”. Choose yours from the list in the search
          form.
        </p>
      )}
      {understood.unknown.length > 0 && (
        <p>No study has {understood.unknown.map((word) => `“${word}”`).join(' or ')}, so we left it out.</p>
      )}
      {understood.left_out.length > 0 && (
        <p>
          We did not search by {understood.left_out.map((words) => `“${words}”`).join(' and ')}. Each trial’s
          page says who can join, and where.
        </p>
      )}
      {understood.filters.length > 0 && (
        <ul className="understood__filters" aria-label="Also Chosen">
          {understood.filters.map((filter) => (
            <li key={filter.name}>
              <a className="chip" href={address(withoutFilter(understood.filters, filter), exactly)}>
                {filter.label}
                <span className="chip__remove" aria-hidden="true">
                  ×
                </span>
                <span className="visually-hidden">. Remove</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {understood.exactly && (
        <p>
          <a href={address(understood.filters)}>Search for what the words mean, too</a>
        </p>
      )}
      {!understood.exactly && understood.parts.length > 0 && (
        <p>
          Not what you meant?{' '}
          <a href={address(understood.filters, { exactly: 'words' })}>
            Search only for the words “{understood.condition}”
          </a>
        </p>
      )}
    </div>
  );
}

function SearchedFor({ answer: { understood } }: { answer: SearchAnswer }) {
  const { parts, words, also, exactly, anything, condition } = understood;
  if (anything) {
    return (
      <p>
        We searched for trials of <strong>any condition</strong>. To see those that are for you, add the name
        of a condition, such as asthma.
      </p>
    );
  }
  if (exactly || parts.length === 0) {
    return (
      <p>
        We searched for the words <strong>{condition}</strong>.
      </p>
    );
  }
  return (
    <>
      <p>
        We searched for{' '}
        {parts.map((part, index) => (
          <span key={part.typed}>
            {index > 0 && (part.is_alternative ? ' or ' : ' and ')}
            <strong>{part.meant.join(' or ')}</strong>
            {isReworded(part) && ` (you typed “${part.typed}”)`}
          </span>
        ))}
        {words.length > 0 && ` with the words “${words.join(' ')}”`}.
      </p>
      {also.length > 0 && <p>We also searched for {also.join(', ')}.</p>}
    </>
  );
}

function isReworded({ typed, meant }: UnderstoodPart): boolean {
  return !meant.some((name) => name.toLowerCase() === typed.toLowerCase());
}

/** Removes a filter. A distance is removed together with its place. */
function withoutFilter(filters: UnderstoodFilter[], { name }: UnderstoodFilter): UnderstoodFilter[] {
  const removed = name === 'near' ? ['near', 'within'] : [name];
  return filters.filter((filter) => !removed.includes(filter.name));
}
