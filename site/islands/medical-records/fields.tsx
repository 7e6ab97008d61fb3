import type { ShownFields } from './field-values';

/** A list of values with their labels. */
export function Fields({ fields, id }: { fields: ShownFields; id?: string }) {
  return (
    <dl className="record__fields" id={id}>
      {fields.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
