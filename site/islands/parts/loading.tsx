/** Says that the page waits for the server, below a title where the page has no other one yet. */
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
