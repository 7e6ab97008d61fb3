import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBackend, type Reply, unreachable } from '../../tests/support/fake-backend';
import { connected, UNCONNECTED } from '../../tests/support/records-backend';
import { mount } from './records-connected';

const replace = vi.fn();

beforeEach(() => {
  replace.mockReset();
  vi.spyOn(location, 'replace').mockImplementation(replace);
});

it.each<[string, Reply, string[][]]>([
  ['leads to the records when the session has a connection', () => connected(), [['/medical-records']]],
  ['stays open when the session has no records', () => UNCONNECTED, []],
  ['stays open when the server is unreachable', unreachable, []],
])('the page that may be closed %s', async (_, reply, expected) => {
  fakeBackend({ '/backend/emr/records': reply });
  const island = document.createElement('div');
  await mount(island);
  expect(replace.mock.calls).toEqual(expected);
  expect(island.dataset.alive).toBe('');
});
