import { useEffect, useState } from 'react';
import { WithCookies } from '../cookies/with-cookies';
import { takeMailLink } from '../mail-link';
import { VERIFY_ACCOUNT } from '../messages/deletion';
import { Loading } from '../parts/loading';
import { useHydrated } from '../use-hydrated';
import { BrokenLink } from './broken-link';
import { Confirmation } from './confirmation';
import { DeletionForm } from './deletion-form';
import { type EmailLink, parseLink } from './link-of-mail';

/** The deletion page: a form that sends a link by email, and the target of that link. */
export function DeleteMe() {
  return useHydrated() ? <FormOrLink /> : <Loading title={VERIFY_ACCOUNT} />;
}

function FormOrLink() {
  const [link, setLink] = useState(readLink);
  useEffect(() => {
    const read = () => setLink((before) => readLink() ?? before);
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);

  if (link === null) {
    return (
      <WithCookies purpose="erase">
        <DeletionForm />
      </WithCookies>
    );
  }
  return link.token === null ? <BrokenLink /> : <Confirmation key={link.token} token={link.token} />;
}

function readLink(): EmailLink {
  return parseLink(takeMailLink((hash) => parseLink(hash) !== null));
}
