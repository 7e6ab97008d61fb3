/** The address that was probably meant, if any, and what was done about the last one. */
export type EmailSuggestionProps = {
  suggested: string | null;
  said: string;
  onUse: () => void;
  onKeep: () => void;
};

/** "Did you mean gmail.com?", with a button that changes the address and one that leaves it. */
export function EmailSuggestion({ suggested, said, onUse, onKeep }: EmailSuggestionProps) {
  return (
    <div className="email-suggestion">
      <p role="status">
        {suggested === null ? (
          said
        ) : (
          <>
            Did you mean <strong>{domainOf(suggested)}</strong>?
          </>
        )}
      </p>
      {suggested !== null && (
        <p className="form__actions">
          <button className="button button--small" type="button" onClick={onUse}>
            Use {suggested}
          </button>
          <button className="button button--quiet button--small" type="button" onClick={onKeep}>
            Keep What I Typed
          </button>
        </p>
      )}
    </div>
  );
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
