/** Says that the page waits for the server. */
export function Loading() {
  return (
    <p className="loading" role="status">
      Loading ...
    </p>
  );
}
