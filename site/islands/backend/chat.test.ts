import { expect, it } from 'vitest';
import { fakeBackend, problem } from '../../tests/support/fake-backend';
import { askChat } from './chat';

it.each([400, 404, 429, 500, 503])('an answer with status %d raises its HTTP error', async (status) => {
  fakeBackend({ '/backend/chat': () => problem(status, 'code', 'detail') });
  await expect(askChat('a', null)).rejects.toThrow(`HTTP error! status: ${status}`);
});
