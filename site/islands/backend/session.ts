/** How long a request waits after a session conflict, in milliseconds. */
const RETRY_DELAY = 1_000;
/** How often a request is repeated after a session conflict. */
const MAX_RETRIES = 2;
/**
 * The longest body of a request that continues after its page is left, in bytes. Browsers limit the bodies of all such
 * requests of a page to 64 KiB together, and reject further ones.
 */
const MAX_KEEPALIVE_BYTES = 30_000;

let cachedPageId: string | undefined;

/**
 * A random id that lives as long as this page. It lets the server tell the page that received a session token from a
 * holder of a copied, older token.
 */
function pageId(): string {
  cachedPageId ??= Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return cachedPageId;
}

/**
 * Calls the server in this browser's session. Repeats the request after a session conflict. A request with a body
 * continues after the page is left: the response may carry the session's next token, without which the session is lost.
 */
export async function fetchInSession(path: string, request: RequestInit): Promise<Response> {
  const { body } = request;
  const keepalive = typeof body === 'string' && new Blob([body]).size < MAX_KEEPALIVE_BYTES;
  const headers = { ...(request.headers as Record<string, string>), 'Waypoint-Page': pageId() };
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(path, { credentials: 'same-origin', keepalive, ...request, headers });
    if (tries === MAX_RETRIES || !(await isSessionReplaced(response))) {
      return response;
    }
    await new Promise((done) => setTimeout(done, RETRY_DELAY));
  }
}

/** Whether another page of this browser received the next session token while this request was in flight. */
async function isSessionReplaced(response: Response): Promise<boolean> {
  if (response.status !== 409) {
    return false;
  }
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (problem as { code?: unknown } | null)?.code === 'session_replaced';
}
