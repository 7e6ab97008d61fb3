import { createContext, useContext } from 'react';

/** Error messages by field. */
export const FieldErrors = createContext<Record<string, string>>({});

/** The error message of a field, if any. */
export function useFieldError(name: string): string | undefined {
  return useContext(FieldErrors)[name];
}
