import { expect, it } from 'vitest';
import { fakeBackend } from '../../tests/support/fake-backend';
import { fetchInSession } from './session';

const keepaliveOf = async (request: RequestInit) => {
  const backend = fakeBackend({ '/backend/x': () => ({}) });
  await fetchInSession('/backend/x', request);
  return backend.calls.map(({ keepalive }) => keepalive);
};
const post = (body: string) => keepaliveOf({ method: 'POST', body: JSON.stringify(body) });

it('a request that may renew the session token continues after its page is left', async () => {
  expect(await post('a')).toEqual([true]);
});

it('a body that may exceed the limit of browsers together with others is sent without', async () => {
  expect(await post('ộ'.repeat(9_000))).toEqual([true]);
  expect(await post('ộ'.repeat(11_000))).toEqual([false]);
});

it('a request that only reads ends with its page', async () => {
  expect(await keepaliveOf({})).toEqual([false]);
});
