import type { DescribeAnswer } from '../wire/DescribeAnswer';
import type { UnderstoodDescription } from '../wire/UnderstoodDescription';
import type { DescribeWords } from './words-en';

/** A part of a description, and the description without it. */
export type KeptPart = { key: string; label: string; without: UnderstoodDescription };

/** The parts that the search uses: conditions with their markers, age, sex, and place. */
export function keptParts(understood: UnderstoodDescription, words: DescribeWords): KeptPart[] {
  const { conditions, filters } = understood;
  const conditionParts = conditions.flatMap((condition) => [
    {
      key: `condition ${condition.name}`,
      label: conditionLabel(condition, words),
      without: { ...understood, conditions: conditions.filter((other) => other !== condition) },
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
  }));
  return [...conditionParts, ...filterParts];
}

/** Treatments, and symptoms beside a condition, which the search doesn't use. */
export function otherParts(understood: UnderstoodDescription, words: DescribeWords): KeptPart[] {
  const { conditions, symptoms, treatments } = understood;
  const treatmentParts = treatments.map((treatment) => ({
    key: `treatment ${treatment.name}`,
    label: (treatment.is_current ? words.current : words.earlier)(treatment.name),
    without: { ...understood, treatments: treatments.filter((other) => other !== treatment) },
  }));
  const symptomParts = symptoms.map((symptom) => ({
    key: `symptom ${symptom}`,
    label: words.symptom(symptom),
    without: { ...understood, symptoms: symptoms.filter((other) => other !== symptom) },
  }));
  return conditions.length > 0 ? [...treatmentParts, ...symptomParts] : treatmentParts;
}

/** A condition with its stage, which the search doesn't use. */
export function conditionLabel(
  { name, stage }: UnderstoodDescription['conditions'][number],
  words: DescribeWords,
): string {
  return stage === null ? name : words.withStage(name, stage);
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
