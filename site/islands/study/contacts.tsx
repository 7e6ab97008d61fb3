import type { Contact } from '../wire/Contact';

/** The contacts of a study. */
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
          {contacts.map((contact) => (
            <li className="card contact" key={`${contact.name} ${contact.email} ${contact.phone}`}>
              <strong>{contact.name || contact.role}</strong>
              {contact.name && contact.role && <span className="contact__role">{contact.role}</span>}
              {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
              {contact.phone && <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>{contact.phone}</a>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
