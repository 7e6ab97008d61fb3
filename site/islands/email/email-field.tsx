import { useRef } from 'react';
import { TextField } from '../enroll/text-field';

/** What the field says, and what else happens when it is left. */
export type EmailFieldProps = { label: string; hint: string; onLeft?: (email: string) => void };

/** An email address. When the field is left, a likely slip in its domain is pointed out; it never keeps a form from going on. */
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
            // A suggestion that can't be loaded is not missed.
            () => {},
          );
        }}
      />
      <div ref={place} />
    </>
  );
}
