/** Says that the page waits for the server. */
export function Loading() {
  return (
    <p className="loading" role="status">
      <img className="loading__pictures" src="/loading.svg" width="72" height="72" alt="" />
      Loading ...
    </p>
  );
}
