import { createContext, useContext } from 'react';

/** The messages beside the fields of a form, by field. */
export const FieldErrors = createContext<Record<string, string>>({});

/** The message beside one field, if there is one. */
export function useFieldError(name: string): string | undefined {
  return useContext(FieldErrors)[name];
}
