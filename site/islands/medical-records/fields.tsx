import type { ShownFields } from './record-fields';

/** What is known of something, each value below its label. */
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
