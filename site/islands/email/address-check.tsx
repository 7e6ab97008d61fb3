import { type RefObject, useEffect, useState } from 'react';

/** The form with the address, and a callback for changing it. */
export type AddressCheckProps = { form: RefObject<HTMLFormElement | null>; onChange: () => void };

/** Repeats the typed address before the form is sent, because the email link goes only there. */
export function AddressCheck({ form, onChange }: AddressCheckProps) {
  const email = useTypedEmail(form);
  if (email === '') {
    return null;
  }
  return (
    <p className="note field">
      We email your link to <strong>{email}</strong>. Is that address right?{' '}
      <button className="button button--quiet button--small" type="button" onClick={onChange}>
        Change My Email
      </button>
    </p>
  );
}

function useTypedEmail(form: RefObject<HTMLFormElement | null>): string {
  const [email, setEmail] = useState('');
  useEffect(() => {
    const element = form.current;
    const read = () => {
      const field = element?.elements.namedItem('email');
      setEmail(field instanceof HTMLInputElement ? field.value.trim() : '');
    };
    read();
    element?.addEventListener('input', read);
    return () => element?.removeEventListener('input', read);
  });
  return email;
}
