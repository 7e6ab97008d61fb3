import type { SearchAnswer } from '../wire/SearchAnswer';
import type { UnderstoodFilter } from '../wire/UnderstoodFilter';
import type { UnderstoodPart } from '../wire/UnderstoodPart';
import { addressOf } from './address-of-results';

/** The answer of a search, and whether the page is in a partner's frame. */
export type SearchInterpretationProps = { answer: SearchAnswer; embedded: boolean };

/**
 * How the server interpreted the search, if that differs from what was typed, with links that correct each part. The rest
 * is below the list (`AboutSearch`), so that the first result is in view.
 */
export function SearchInterpretation({ answer, embedded }: SearchInterpretationProps) {
  const { understood } = answer;
  const exactly: Record<string, string> = understood.exactly ? { exactly: 'words' } : {};
  return (
    <div className="understood">
      {!isAsTyped(answer) && <SearchedFor answer={answer} embedded={embedded} />}
      {understood.unknown_place !== null && (
        <p>{placeNote(understood.unknown_place, understood.is_postal_code)}</p>
      )}
      {understood.unknown_institution !== null && (
        <p>{institutionNote(understood.unknown_institution, understood.filters)}</p>
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
      {understood.suspected.length > 0 && (
        <p>
          You may have {understood.suspected.map((words) => `“${words}”`).join(' or ')}, but it’s not certain.
          We searched for it. Most trials need a diagnosis first, so ask your doctor.
        </p>
      )}
      {understood.filters.length + understood.markers.length > 0 && (
        <ul className="understood__filters" aria-label="Also Chosen">
          {understood.markers.map(({ label, without }) => (
            <li key={label}>
              {without === '' ? (
                <span className="chip">{label}</span>
              ) : (
                <RemovableChip
                  label={label}
                  href={addressWith(
                    { ...answer, understood: { ...understood, condition: without } },
                    embedded,
                    understood.filters,
                  )}
                />
              )}
            </li>
          ))}
          {understood.filters.map((filter) => (
            <li key={filter.name}>
              <RemovableChip
                label={filter.label}
                href={addressWith(answer, embedded, withoutFilter(understood.filters, filter), exactly)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A chip whose link leads to the search without it. */
function RemovableChip({ label, href }: { label: string; href: string }) {
  return (
    <a className="chip" href={href}>
      {label}
      <span className="chip__remove" aria-hidden="true">
        ×
      </span>
      <span className="visually-hidden">. Remove</span>
    </a>
  );
}

/** What the list contains and what else was searched for. It is below the list. */
export function AboutSearch({ answer, embedded }: SearchInterpretationProps) {
  const { also } = answer.understood;
  return (
    <div className="understood understood--about">
      {isAsTyped(answer) && <SearchedFor answer={answer} embedded={embedded} />}
      {also.length > 0 && <p>We also searched for {also.join(', ')}.</p>}
    </div>
  );
}

/** Whether the search is for exactly what was typed, which needs no explanation. */
function isAsTyped({ understood }: SearchAnswer): boolean {
  const { parts, words, exactly, anything } = understood;
  return !anything && !exactly && words.length === 0 && parts.length > 0 && !parts.some(isReworded);
}

function SearchedFor({ answer, embedded }: SearchInterpretationProps) {
  const { parts, words, exactly, anything, condition, filters } = answer.understood;
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
        We searched for the words <strong>{condition}</strong>.{' '}
        {exactly && <a href={addressWith(answer, embedded, filters)}>Search for what the words mean, too</a>}
      </p>
    );
  }
  return (
    <p>
      We searched for{' '}
      {parts.map((part, index) => (
        <span key={part.typed}>
          {index > 0 && (part.is_alternative ? ' or ' : ' and ')}
          <strong>{part.meant.join(' or ')}</strong>
          {isReworded(part) && ` (you typed “${part.typed}”)`}
        </span>
      ))}
      {words.length > 0 && ` with the words “${words.join(' ')}”`}.{' '}
      <a href={addressWith(answer, embedded, filters, { exactly: 'words' })}>
        Search only for the words “{condition}”
      </a>
    </p>
  );
}

/** Says what to enter instead of a place that we don’t know. */
function placeNote(place: string, isPostalCode: boolean): string {
  return isPostalCode
    ? `We can’t find the postal code “${place}”. Enter the name of a city instead. We know the codes of the United States and Canada only.`
    : `We don’t know the place “${place}”. Try a city with its state or country, or a ZIP code.`;
}

/** Says that no study names an institution, and what was searched for instead. */
function institutionNote(institution: string, filters: UnderstoodFilter[]): string {
  const place = filters.find(({ name }) => name === 'near')?.value;
  if (filters.some(({ name }) => name === 'at')) {
    return `No study that we know names “${institution}”. Check the spelling, or search for a place instead.`;
  }
  return place === undefined
    ? `No study that we know names “${institution}”, so we left it out.`
    : `No study that we know names “${institution}”, so we searched by its place: ${place}.`;
}

/** The address of this search with these filters and further choices. */
function addressWith(
  { understood, in: country }: SearchAnswer,
  embedded: boolean,
  filters: UnderstoodFilter[],
  extra: Record<string, string> = {},
): string {
  const chosen = new URLSearchParams(filters.map(({ name, value }) => [name, value]));
  for (const [name, value] of Object.entries(extra)) {
    chosen.set(name, value);
  }
  return addressOf(understood.condition, country, chosen.toString(), embedded);
}

function isReworded({ typed, meant }: UnderstoodPart): boolean {
  return !meant.some((name) => name.toLowerCase() === typed.toLowerCase());
}

/** Removes a filter. A distance is removed together with its place. */
function withoutFilter(filters: UnderstoodFilter[], { name }: UnderstoodFilter): UnderstoodFilter[] {
  const removed = name === 'near' ? ['near', 'within'] : [name];
  return filters.filter((filter) => !removed.includes(filter.name));
}
