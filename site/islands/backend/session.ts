/** How long a request waits that crossed another one of this browser, in milliseconds. */
const CROSSED = 1_000;
/** How often it is tried again. */
const MOST_TRIES = 2;

let page: string | undefined;

/**
 * A random id of this page, which lives as long as the page. By it, the server knows the page that it gave a session
 * token from whoever holds a copy of an older one.
 */
function pageId(): string {
  page ??= Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return page;
}

/** Calls the server in this browser's session. */
export async function fetchInSession(path: string, request: RequestInit): Promise<Response> {
  const headers = { ...(request.headers as Record<string, string>), 'Waypoint-Page': pageId() };
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(path, { credentials: 'same-origin', ...request, headers });
    if (tries === MOST_TRIES || !(await isCrossed(response))) {
      return response;
    }
    await new Promise((done) => setTimeout(done, CROSSED));
  }
}

/** Whether another page of this browser got the next session token while this request was on its way. */
async function isCrossed(response: Response): Promise<boolean> {
  if (response.status !== 409) {
    return false;
  }
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (problem as { code?: unknown } | null)?.code === 'session_replaced';
}
