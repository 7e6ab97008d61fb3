/** The id of a field's input, or of one of its inputs. */
export function fieldId(name: string, part?: string): string {
  return part === undefined ? `field-${name}` : `field-${name}-${part}`;
}

/** Fields with several inputs, and the input that a link to the field targets. */
const FIRST_PARTS: Record<string, string> = {
  date_of_birth: 'month',
  gender: '0',
  race: '0',
  smoking_status: '0',
  language: '0',
  representative_relationship: '0',
};

/** The field of an error's name. A suffix after a dot names one of its inputs. */
export function fieldOf(name: string): string {
  return name.split('.')[0] ?? name;
}

/** The id of the input that a link to a field targets. */
export function targetOf(name: string): string {
  const field = fieldOf(name);
  return fieldId(field, name.split('.')[1] ?? FIRST_PARTS[field]);
}
