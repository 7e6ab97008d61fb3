import { expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply } from '../tests/support/fake-backend';
import { showReceipts } from './receipts';

const RECEIPT = {
  number: 1,
  at: '2026-11-22T10:00:00Z',
  document: 'consent',
  version: '1.0',
  sha256: 'ab12',
  locale: 'en',
  labels: ['I have read the privacy notice.', 'Send me texts.'],
  channels: ['sms'],
  previous: '',
  digest: 'cd34',
};

async function shown(reply: Reply): Promise<HTMLElement> {
  document.body.innerHTML =
    '<div><p role="status"></p><button type="button" data-receipts>Show</button></div>';
  fakeBackend({ '/backend/receipts': reply });
  const place = document.querySelector('div') as HTMLElement;
  await showReceipts(place, 'PT0123456789AB');
  return place;
}

it('goes on with the list for whoever stood on the button that asked for it', async () => {
  document.body.innerHTML =
    '<div><p role="status"></p><button type="button" data-receipts>Show</button></div><a href="/">Elsewhere</a>';
  fakeBackend({ '/backend/receipts': () => ({ receipts: [RECEIPT] }) });
  const place = document.querySelector('div') as HTMLElement;
  place.querySelector('button')?.focus();
  await showReceipts(place, 'PT0123456789AB');
  expect(document.activeElement).toBe(place.querySelector('ol'));
  document.querySelector('a')?.focus();
  await showReceipts(place, 'PT0123456789AB');
  expect(document.activeElement?.textContent).toBe('Elsewhere');
});

it('shows each receipt with the words, the text’s and its own proof, and prints them', async () => {
  const place = await shown(() => ({
    receipts: [RECEIPT, { ...RECEIPT, number: 2, document: 'privacy', version: '1.3', digest: 'ef56' }],
  }));
  const values = [...place.querySelectorAll('dd')].map((value) => value.textContent);
  expect(values).toContain('Boxes of the sign-up form, version 1.0');
  expect(values).toContain('I have read the privacy notice. · Send me texts.');
  expect(values).toContain('Privacy notice, version 1.3');
  expect(values).toContain('ef56');
  expect(values).toEqual(expect.arrayContaining(['text message (sms)', 'English (en)']));
  expect(values).not.toContain('');
  const printed = vi.fn();
  vi.stubGlobal('print', printed);
  [...place.querySelectorAll('button')].find((button) => button.textContent === 'Print')?.click();
  expect(printed).toHaveBeenCalledOnce();
  expect(place.querySelector('[data-receipts]')).toBeNull();
});

it('names records that were shared, and that they were taken back', async () => {
  const place = await shown(() => ({
    receipts: ['records', 'records-withdrawn'].map((document) => ({ ...RECEIPT, document })),
  }));
  const values = [...place.querySelectorAll('dd')].map((value) => value.textContent);
  expect(values).toContain('Medical records shared, privacy notice, version 1.0');
  expect(values).toContain('Medical records taken back, privacy notice, version 1.0');
});

it('keeps the button when the receipts do not come, and says so', async () => {
  const place = await shown(() => problem(503, 'unavailable', 'Not available now'));
  expect(place.querySelector('[role="status"]')?.textContent).toContain('try again');
  expect(place.querySelector('[data-receipts]')).not.toBeNull();
});
