import { expect, it } from 'vitest';
import { ageOfMajority, type FormRules } from './form-rules';

const rules: FormRules = {
  asked_from_age: [],
  needs_postal_code: [],
  age_of_majority: 18,
  later_ages_of_majority: {
    'UNITED STATES': [
      { regions: ['Alabama', 'AL', 'Ala.'], postal_codes: ['35', '36'], age: 19 },
      { regions: ['Mississippi', 'MS', 'Miss.'], postal_codes: ['386'], age: 21 },
    ],
    CANADA: [{ regions: ['British Columbia', 'BC'], postal_codes: ['V'], age: 19 }],
    SINGAPORE: [{ regions: [], postal_codes: [], age: 21 }],
  },
};

it.each([
  ['UNITED STATES', 'Ala.', '', 19],
  ['UNITED STATES', '', ' 35203', 19],
  ['UNITED STATES', 'Ohio', '38601-1234', 21],
  ['UNITED STATES', 'Miss.', '35203', 21],
  ['UNITED STATES', '', '44106', 18],
  ['CANADA', '', 'v5k 0a1', 19],
  ['SINGAPORE', '', '', 21],
  ['FRANCE', 'Alabama', '35203', 18],
])('the age of majority in %s, %s with the postal code %s is %i', (country, region, code, age) => {
  expect(ageOfMajority(rules, country, region, code)).toBe(age);
});
