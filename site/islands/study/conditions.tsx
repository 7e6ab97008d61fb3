/** The conditions of a study. All but the first are folded. */
export function Conditions({ conditions }: { conditions: string[] }) {
  const [first, ...more] = conditions;
  if (first === undefined || more.length === 0) {
    return first ?? 'None';
  }
  return (
    <details>
      <summary>
        {first} {more.length} more ...
      </summary>
      <ul>
        {more.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
    </details>
  );
}
