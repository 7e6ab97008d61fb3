import * as v from 'valibot';

/** Reads an answer that has to be of this shape. */
export function shaped<T>(shape: v.GenericSchema<unknown, T>): (answer: unknown) => T | undefined {
  return (answer) => {
    const checked = v.safeParse(shape, answer);
    return checked.success ? checked.output : undefined;
  };
}
