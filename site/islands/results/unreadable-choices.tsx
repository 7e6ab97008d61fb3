import { AGE_HELP } from '../messages/search';

/** Values of an address that could not be read, by name. */
export type Unreadable = Record<string, string>;

const LONGEST_SHOWN = 40;
const FROM_LIST = 'Choose one from the filters.';

/** The label of each choice, and what to write. */
const CHOICES: Record<string, [label: string, help: string]> = {
  age: ['Your Age', AGE_HELP],
  gender: ['Gender', FROM_LIST],
  type: ['Study Type', FROM_LIST],
  phase: ['Phase', FROM_LIST],
  condition: ['Conditions', 'Use at most 100 letters.'],
  at: ['Hospital or University', 'Use at most 100 letters.'],
  treatment: ['Drug or Treatment', 'Use at most 100 letters.'],
  near: ['City or ZIP Code', 'Type a city or ZIP code, with at most 100 letters.'],
  within: ['Distance', 'Choose a distance from the filters, or use a number of miles from 1 to 12,500.'],
  sort: ['Sort By', FROM_LIST],
  page: ['Page', 'Page numbers start at 1. This is the first page.'],
};

/** Names the values of the address that were left out, and says what to write instead. */
export function UnreadableChoices({ unreadable = {} }: { unreadable?: Unreadable | undefined }) {
  const named = Object.entries(unreadable);
  return named.length === 0 ? null : (
    <div className="note note--warning">
      <p>We couldn’t use everything that you asked for. These are the trials without it:</p>
      <ul>
        {named.map(([name, value]) => {
          const [label, help] = CHOICES[name] ?? [name, ''];
          return (
            <li key={name}>
              <strong>{label}</strong>: “{shortened(value)}”. {help}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function shortened(value: string): string {
  return value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
}
