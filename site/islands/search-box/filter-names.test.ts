import { expect, it } from 'vitest';
import table from '../../../search/tests/tables/typed_names.json';
import { filterNames } from './filter-names';

const concepts = table.concepts.map(([preferred = '', ...synonyms]) => ({
  preferred,
  synonyms,
  countries: '1',
}));

function shown(typed: string, country: string) {
  const found = filterNames({ countries: ['PERU', 'SPAIN'], concepts }, typed, country);
  return found.map(({ name, preferred }) => (preferred === null ? name : `${name} (${preferred})`));
}

it.each(table.cases)('names match as on the server: $typed', ({ typed, found }) => {
  expect(shown(typed, 'PERU')).toEqual(found);
});

it('a name without results in the country is left out', () => {
  expect(shown('lung', 'SPAIN')).toEqual([]);
  expect(shown('lung', 'ATLANTIS')).toEqual([]);
  const eighth = {
    countries: [...'ABCDEFGH'],
    concepts: [{ preferred: 'Lung', synonyms: [], countries: '08' }],
  };
  expect(['G', 'H', 'D'].map((country) => filterNames(eighth, 'lung', country).length)).toEqual([0, 1, 0]);
});
