import { vi } from 'vitest';

/** A call as an island makes it. */
export type MadeCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  /** Whether it goes on when the page is left. */
  keepalive: boolean;
};

/** What the server says to a call: a body with status 200, or a whole response, or no answer at all. */
export type Reply = (call: MadeCall) => unknown;

/** A server that answers by path, or by method and path, and remembers what it was asked. */
export function fakeBackend(replies: Record<string, Reply>): {
  calls: MadeCall[];
  to: (path: string) => MadeCall[];
} {
  const calls: MadeCall[] = [];
  vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const call: MadeCall = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined,
      headers: new Headers(request.headers),
      keepalive: request.keepalive === true,
    };
    calls.push(call);
    const reply = replies[`${call.method} ${call.path}`] ?? replies[call.path];
    if (!reply) {
      throw new TypeError(`nothing answers ${call.path}`);
    }
    const answer = await reply(call);
    if (request.signal?.aborted) {
      throw request.signal.reason;
    }
    return answer instanceof Response ? answer : json(answer);
  });
  return {
    calls,
    to: (path) => calls.filter((call) => call.path === path || `${call.method} ${call.path}` === path),
  };
}

/** An answer with a body. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

/** A refusal as the server words it. */
export function problem(status: number, code: string, detail: string, more: Problems = {}): Response {
  const { headers = {}, ...rest } = more;
  const body = {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail,
    error: { message: detail },
    ...rest,
  };
  return new Response(JSON.stringify(body), { status, headers });
}

type Problems = { errors?: { field: string; message: string }[]; headers?: Record<string, string> };

/** A call that finds no server. */
export function unreachable(): never {
  throw new TypeError('Failed to fetch');
}
