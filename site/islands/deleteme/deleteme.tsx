import { useEffect, useState } from 'react';
import { WithCookies } from '../cookies/with-cookies';
import { takeMailLink } from '../mail-link';
import { VERIFY_ACCOUNT } from '../messages/deletion';
import { Loading } from '../parts/loading';
import { useAwake } from '../use-awake';
import { BrokenLink } from './broken-link';
import { Confirmation } from './confirmation';
import { DeletionForm } from './deletion-form';
import { type LinkOfMail, linkIn } from './link-of-mail';

/** Being forgotten: a form that sends a link by mail, and what the link leads to. */
export function DeleteMe() {
  return useAwake() ? <FormOrLink /> : <Loading title={VERIFY_ACCOUNT} />;
}

function FormOrLink() {
  const [link, setLink] = useState(takeLink);
  useEffect(() => {
    const read = () => setLink((before) => takeLink() ?? before);
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

function takeLink(): LinkOfMail {
  return linkIn(takeMailLink((hash) => linkIn(hash) !== null));
}
