/** Shows that the page waits for the server. Pass a title if the page has no other one yet. */
export function Loading({ title }: { title?: string }) {
  return (
    <>
      {title && <h1 className="loading__title">{title}</h1>}
      <p className="loading" role="status">
        <img className="loading__pictures" src="/loading.svg" width="72" height="72" alt="" />
        Loading ...
      </p>
    </>
  );
}
