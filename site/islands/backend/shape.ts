import * as v from 'valibot';

/** Returns a reader for answers of this shape. */
export function shapeReader<T>(shape: v.GenericSchema<unknown, T>): (answer: unknown) => T | undefined {
  return (answer) => {
    const checked = v.safeParse(shape, answer);
    return checked.success ? checked.output : undefined;
  };
}
