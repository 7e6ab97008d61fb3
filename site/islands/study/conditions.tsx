/** What a study is about: one condition as it is, more of them behind the first. */
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
