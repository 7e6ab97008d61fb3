import { useRef, useState } from 'react';
import { fieldId } from '../enroll/field-ids';
import { TextField } from '../enroll/text-field';
import { EmailSuggestion } from './email-suggestion';

/** How long a press of a button takes at most, in milliseconds: the page must not move under the finger. */
const PRESSED = 400;

/** What the field says, and what else happens when it is left. */
export type EmailFieldProps = { label: string; hint: string; onLeft?: (email: string) => void };

/** An email address. When the field is left, a likely slip in its domain is pointed out; it never keeps a form from going on. */
export function EmailField({ label, hint, onLeft }: EmailFieldProps) {
  const [suggested, setSuggested] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const kept = useRef<string | null>(null);
  const input = () => document.getElementById(fieldId('email')) as HTMLInputElement | null;

  const look = async (email: string) => {
    const pressed = new Promise((resolve) => setTimeout(resolve, PRESSED));
    // A suggestion that can't be loaded is not missed.
    const better = await import('./suggest-email').then(
      ({ suggestEmail }) => suggestEmail(email),
      () => null,
    );
    await pressed;
    if (input()?.value === email && email !== kept.current) {
      setSuggested(better);
    }
  };
  const change = () => {
    setSuggested(null);
    setSaid('');
  };
  const use = () => {
    const field = input();
    if (field !== null && suggested !== null) {
      typeInto(field, suggested);
      setSaid(`Changed to ${suggested}`);
      field.focus();
      onLeft?.(suggested);
    }
  };
  const keep = () => {
    kept.current = input()?.value ?? null;
    change();
    input()?.focus();
  };
  return (
    <div onInput={change}>
      <TextField
        name="email"
        label={label}
        hint={hint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        onBlur={({ currentTarget: { value } }) => {
          onLeft?.(value);
          void look(value);
        }}
      />
      <EmailSuggestion suggested={suggested} said={said} onUse={use} onKeep={keep} />
    </div>
  );
}

/** Changes what a field holds as if it was typed, so that whatever listens to the form hears of it. */
function typeInto(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
