/** Says that there is nothing here and where to go instead. */
export function NotFound({ message }: { message: string }) {
  return (
    <section className="not-found">
      <h1 className="not-found__title">{message}</h1>
      <p>
        The study may have moved, or the address may have a typing mistake. You can search for it by
        condition.
      </p>
      <p>
        <a className="button" href="/">
          Find Trials
        </a>
      </p>
    </section>
  );
}
