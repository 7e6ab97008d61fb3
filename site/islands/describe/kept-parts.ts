import { isSingleAge } from '../typed/typed-age';
import type { DescribeAnswer } from '../wire/DescribeAnswer';
import type { UnderstoodDescription } from '../wire/UnderstoodDescription';
import type { UnderstoodFilter } from '../wire/UnderstoodFilter';
import { MAX_CONDITION } from './search-text';
import type { DescribeWords } from './words-en';

/** A part of a description, the description without it, and how it can be changed. */
export type KeptPart = {
  key: string;
  label: string;
  without: UnderstoodDescription;
  change?: Change;
};

/** A part that the description lacks. */
export type MissingPart = { key: string; label: string; change: Change };

/** The field that changes a part. */
export type Change = {
  label: string;
  value: string;
  /** The values to choose from with their labels, unless the value is typed. */
  choices?: Choice[];
  /** A second field, which always has a value. */
  detail?: { label: string; value: string; choices: Choice[] };
  /** What is wrong with a value, or null. */
  problemOf: (value: string) => string | null;
  /** The description with another value. */
  withValue: (value: string, detail: string) => UnderstoodDescription;
};

type Choice = [value: string, label: string];

type Condition = UnderstoodDescription['conditions'][number];
type Treatment = UnderstoodDescription['treatments'][number];

/** The filters of a person, in the order of the parts. */
const FILTERS = ['age', 'gender', 'near'] as const;
type FilterName = (typeof FILTERS)[number];

/** The parts that the search uses: conditions with their markers, age, sex, and place. */
export function keptParts(understood: UnderstoodDescription, words: DescribeWords): KeptPart[] {
  const { conditions, filters } = understood;
  const conditionParts = conditions.flatMap((condition) => [
    {
      key: `condition ${conditions.indexOf(condition)}`,
      label: conditionLabel(condition, words),
      without: { ...understood, conditions: conditions.filter((other) => other !== condition) },
      change: changeOfCondition(understood, condition, words),
    },
    ...condition.markers.map((marker) => ({
      key: `marker ${condition.name} ${marker}`,
      label: marker,
      without: {
        ...understood,
        conditions: conditions.map((other) =>
          other === condition ? { ...other, markers: other.markers.filter((one) => one !== marker) } : other,
        ),
      },
    })),
  ]);
  const filterParts = filters.map((filter) => ({
    key: `filter ${filter.name}`,
    label: filter.label,
    without: { ...understood, filters: filters.filter((other) => other !== filter) },
    ...(isFilterName(filter.name) && { change: changeOfFilter(understood, filter.name, words) }),
  }));
  return [...conditionParts, ...filterParts];
}

/** What the description doesn't say of the person. */
export function missingParts(understood: UnderstoodDescription, words: DescribeWords): MissingPart[] {
  const names = FILTERS.filter((name) => !understood.filters.some((filter) => filter.name === name));
  return names.map((name) => {
    const change = changeOfFilter(understood, name, words);
    return { key: `filter ${name}`, label: change.label, change };
  });
}

function changeOfCondition(
  understood: UnderstoodDescription,
  condition: Condition,
  words: DescribeWords,
): Change {
  const { conditions } = understood;
  const isOther = (name: string) => conditions.some((one) => one !== condition && one.name === name);
  return {
    label: words.condition,
    value: condition.name,
    problemOf: (name) => {
      if (name === '' || Array.from(name).length > MAX_CONDITION) {
        return words.noCondition;
      }
      return isOther(name) ? words.sameCondition : null;
    },
    // Another condition has another stage.
    withValue: (name) => ({
      ...understood,
      conditions: conditions.map((other) =>
        other === condition && name !== condition.name
          ? { ...other, name, q: name, stage: null, is_past: false }
          : other,
      ),
    }),
  };
}

function changeOfTreatment(
  understood: UnderstoodDescription,
  treatment: Treatment,
  words: DescribeWords,
): Change {
  const { treatments } = understood;
  const isOther = (name: string) => treatments.some((one) => one !== treatment && one.name === name);
  return {
    label: words.treatment,
    value: treatment.name,
    detail: { label: words.when, value: treatment.is_current ? 'now' : 'before', choices: words.whenChoices },
    problemOf: (name) => {
      if (name === '' || Array.from(name).length > MAX_CONDITION) {
        return words.noTreatment;
      }
      return isOther(name) ? words.sameTreatment : null;
    },
    withValue: (name, when) => ({
      ...understood,
      treatments: treatments.map((other) =>
        other === treatment ? { ...other, name, is_current: when === 'now' } : other,
      ),
    }),
  };
}

function changeOfFilter(understood: UnderstoodDescription, name: FilterName, words: DescribeWords): Change {
  const value = understood.filters.find((filter) => filter.name === name)?.value ?? '';
  const fields = {
    age: {
      label: words.age,
      problemOf: (age: string) => (isSingleAge(age) ? null : words.noAge),
      labelOf: words.ageLabel,
    },
    gender: {
      label: words.sex,
      choices: words.sexes,
      problemOf: (sex: string) => (sex === '' ? words.noSex : null),
      labelOf: (sex: string) => words.sexes.find(([one]) => one === sex)?.[1] ?? sex,
    },
    near: {
      label: words.place,
      problemOf: (place: string) => (place === '' ? words.noPlace : null),
      labelOf: words.near,
    },
  };
  const { labelOf, ...field } = fields[name];
  return { ...field, value, withValue: (changed) => withFilter(understood, name, changed, labelOf(changed)) };
}

function withFilter(
  understood: UnderstoodDescription,
  name: FilterName,
  value: string,
  label: string,
): UnderstoodDescription {
  const changed = new Map(understood.filters.map((filter) => [filter.name, filter]));
  const isSame = changed.get(name)?.value === value;
  const filter: UnderstoodFilter = { name, value, label };
  const all = isSame ? changed : changed.set(name, filter);
  return { ...understood, filters: FILTERS.flatMap((one) => all.get(one) ?? []) };
}

function isFilterName(name: string): name is FilterName {
  return FILTERS.some((one) => one === name);
}

/** Treatments, and symptoms beside a condition, which the search doesn't use. */
export function otherParts(understood: UnderstoodDescription, words: DescribeWords): KeptPart[] {
  const { conditions, symptoms, treatments } = understood;
  const treatmentParts = treatments.map((treatment, index) => ({
    key: `treatment ${index}`,
    label: (treatment.is_current ? words.current : words.earlier)(treatment.name),
    without: { ...understood, treatments: treatments.filter((other) => other !== treatment) },
    change: changeOfTreatment(understood, treatment, words),
  }));
  const symptomParts = symptoms.map((symptom) => ({
    key: `symptom ${symptom}`,
    label: words.symptom(symptom),
    without: { ...understood, symptoms: symptoms.filter((other) => other !== symptom) },
  }));
  return conditions.length > 0 ? [...treatmentParts, ...symptomParts] : treatmentParts;
}

/** A condition with its stage and whether it is over, which the search doesn't use. */
export function conditionLabel({ name, stage, is_past }: Condition, words: DescribeWords): string {
  const label = stage === null ? name : words.withStage(name, stage);
  return is_past ? words.past(label) : label;
}

/** Whether there is nothing to search for. */
export function isNothing({ understood }: DescribeAnswer): boolean {
  return understood.conditions.length === 0 && understood.symptoms.length === 0;
}

/** The names of what the search can use. */
export function namesOf({ understood }: DescribeAnswer, words: DescribeWords): string[] {
  const { symptoms, conditions } = understood;
  const parts = keptParts(understood, words).map(({ label }) => label);
  return conditions.length === 0 ? [...symptoms, ...parts] : parts;
}
