import type { UnderstoodDescription } from '../wire/UnderstoodDescription';
import type { DescribeWords } from './words-en';

/** Treatments, and symptoms beside a condition, which the search doesn't use. */
export function OtherParts({
  understood,
  words,
}: {
  understood: UnderstoodDescription;
  words: DescribeWords;
}) {
  const { conditions, symptoms, treatments } = understood;
  const treated = (isCurrent: boolean) =>
    treatments.filter(({ is_current }) => is_current === isCurrent).map(({ name }) => name);
  const lines = [
    [treated(true), words.current],
    [treated(false), words.earlier],
    [conditions.length > 0 ? symptoms : [], words.symptoms],
  ] as const;
  const shown = lines.filter(([names]) => names.length > 0).map(([names, sentence]) => sentence([...names]));
  if (shown.length === 0) {
    return null;
  }
  return (
    <section>
      <h3 className="describe__title">{words.others}</h3>
      <ul>
        {shown.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="field__hint">{words.othersHint}</p>
    </section>
  );
}
