import { vi } from 'vitest';

/** A call of an island. */
export type MadeCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  /** Whether the call continues after the page is left. */
  keepalive: boolean;
};

/** A reply to a call: a body with status 200, or a `Response`. Throw for no answer. */
export type Reply = (call: MadeCall) => unknown;

/** A server that replies by path, or by method and path, and records the calls. */
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
      throw new TypeError(`no reply for ${call.path}`);
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

/** A response with a JSON body. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

/** A problem response in the server's format. */
export function problem(status: number, code: string, detail: string, more: ProblemDetails = {}): Response {
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

type ProblemDetails = { errors?: { field: string; message: string }[]; headers?: Record<string, string> };

/** A reply that fails like an unreachable server. */
export function unreachable(): never {
  throw new TypeError('Failed to fetch');
}
