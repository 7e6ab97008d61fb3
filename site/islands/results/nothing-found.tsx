import { STUDIES_NOT_FOUND } from '../messages/search';
import { GetNotified } from '../notify/get-notified';
import type { SearchAnswer } from '../wire/SearchAnswer';
import { addressOf } from './address-of-results';
import { OurStudies } from './our-studies';

/** The search without results. */
export type NothingFoundProps = { answer: SearchAnswer; embedded: boolean };

/** Says that nothing fits, and offers wider and wider searches. */
export function NothingFound({ answer, embedded }: NothingFoundProps) {
  const { understood, help } = answer;
  return (
    <>
      <div className="note">
        <p className="note__title">
          {answer.studies.length > 0 ? 'No Study Fits All of This' : STUDIES_NOT_FOUND}
        </p>
        <p>{adviceFor(answer)}</p>
        <ul className="note__list">
          {understood.filters.some(({ name }) => name === 'within') && (
            <li>
              <a
                href={addressOf(
                  understood.condition,
                  answer.in,
                  withoutFilters(filtersOf(answer), 'within'),
                  embedded,
                )}
              >
                Search at any distance
              </a>
            </li>
          )}
          {understood.in_region && (
            <li>
              <a
                href={addressOf(
                  understood.condition,
                  answer.in,
                  withoutFilters(filtersOf(answer), 'near', 'within'),
                  embedded,
                )}
              >
                Search in the whole country
              </a>
            </li>
          )}
          {understood.filters.length > 0 && (
            <li>
              <a href={addressOf(understood.condition, answer.in, '', embedded)}>Search without filters</a>
            </li>
          )}
          {help?.elsewhere.map(({ country, studies }) => (
            <li key={country}>
              <a
                href={addressOf(
                  understood.condition,
                  country,
                  withoutFilters(filtersOf(answer), 'near', 'within'),
                  embedded,
                )}
              >
                Search in {country}
              </a>{' '}
              ({studies === 1 ? '1 study' : `${studies} studies`})
            </li>
          ))}
          {help?.wider.map((name) => (
            <li key={name}>
              Search for something wider:{' '}
              <a href={addressOf(name, answer.in, filtersOf(answer), embedded)}>{name}</a>
            </li>
          ))}
          <li>
            See <a href="/upcoming-research">upcoming studies</a>, or{' '}
            <a href="/contact">ask us to look for you</a>.
          </li>
        </ul>
        {understood.condition !== '' && !understood.anything && (
          <GetNotified subject={{ condition: understood.condition, country: answer.in }} />
        )}
      </div>
      {/* Studies of other conditions are no help to a person who named one. */}
      {understood.parts.length === 0 && <OurStudies />}
    </>
  );
}

function adviceFor({ understood, in: country, studies }: SearchAnswer): string {
  if (studies.length > 0) {
    return `No study that takes people in ${country} now fits everything that you typed. Those below come close.`;
  }
  if (understood.words.length > 0) {
    return 'Check the spelling, or try a shorter or more common name, such as “asthma”.';
  }
  if (understood.filters.length > 0) {
    return 'No study fits the filters that you chose. Leave some of them out, or look farther away.';
  }
  if (understood.unknown_country !== null) {
    return 'Choose a country from the list.';
  }
  return understood.parts.length > 0
    ? `No study of this takes people in ${country} now. New studies are added every week.`
    : 'Type the name of a condition or a treatment, such as asthma or knee surgery.';
}

/** All filters of the search, including those read from its text. */
function filtersOf({ understood }: SearchAnswer): string {
  return new URLSearchParams(understood.filters.map(({ name, value }) => [name, value])).toString();
}

function withoutFilters(filters: string, ...names: string[]): string {
  const remaining = new URLSearchParams(filters);
  for (const name of names) {
    remaining.delete(name);
  }
  return remaining.toString();
}
