import { useRef } from 'react';
import { TextField } from '../enroll/text-field';

/** The texts of the field, and what else to do when it is left. */
export type EmailFieldProps = { label: string; hint: string; onLeft?: (email: string) => void };

/** An email field that suggests a correction of a likely typo in the domain. A suggestion never blocks the form. */
export function EmailField({ label, hint, onLeft }: EmailFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <>
      <TextField
        name="email"
        label={label}
        hint={hint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        most={254}
        onBlur={({ currentTarget: field }) => {
          onLeft?.(field.value);
          import('./suggest-email').then(
            ({ offerSuggestion }) => place.current && offerSuggestion(field, place.current, onLeft),
            // The form works without a suggestion.
            () => {},
          );
        }}
      />
      <div ref={place} />
    </>
  );
}
