import type { Contact } from '../wire/Contact';

/** The contacts of a study, those of the nearest site first. */
export function Contacts({ contacts }: { contacts: Contact[] }) {
  return (
    <section className="study__section" aria-labelledby="contacts">
      <h2 className="section__title" id="contacts">
        Contacts
      </h2>
      {contacts.length === 0 ? (
        <p>None</p>
      ) : (
        <ul className="contacts">
          {contacts.map((contact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a name may appear twice
            <li className="card contact" key={index}>
              <OneContact {...contact} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether a contact has a phone number or an email address. */
export function canBeReached({ phones, emails }: Contact): boolean {
  return phones.length > 0 || emails.length > 0;
}

function OneContact({ name, role, affiliation, phones, emails }: Contact) {
  const title = name || role || affiliation;
  const rest = [name && role, affiliation !== title && affiliation].filter(Boolean);
  return (
    <>
      {title && <strong>{title}</strong>}
      {rest.length > 0 && <span className="contact__role">{rest.join(', ')}</span>}
      {emails.map(({ shown, address }) => (
        <Way key={shown} shown={shown} href={address && `mailto:${address}`} />
      ))}
      {phones.map(({ shown, dial }) => (
        <Way key={shown} shown={shown} href={dial && `tel:${dial}`} />
      ))}
    </>
  );
}

/** A phone number or email address. Other text has no link. */
function Way({ shown, href }: { shown: string; href: string | null }) {
  return href ? <a href={href}>{shown}</a> : <span>{shown}</span>;
}
