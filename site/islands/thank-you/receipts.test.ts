import { afterEach, expect, it, vi } from 'vitest';
import { fakeBackend, problem, type Reply } from '../../tests/support/fake-backend';
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

afterEach(() => vi.unstubAllEnvs());

async function shown(reply: Reply): Promise<HTMLElement> {
  document.body.innerHTML =
    '<div><p role="status"></p><button type="button" data-receipts>Show</button></div>';
  fakeBackend({ '/backend/receipts': reply });
  const place = document.querySelector('div') as HTMLElement;
  await showReceipts(place, 'PT0123456789AB', 'A gel for leg ulcers');
  return place;
}

it('moves the focus to the list if it was on the button', async () => {
  document.body.innerHTML =
    '<div><p role="status"></p><button type="button" data-receipts>Show</button></div><a href="/">Elsewhere</a>';
  fakeBackend({ '/backend/receipts': () => ({ receipts: [RECEIPT] }) });
  const place = document.querySelector('div') as HTMLElement;
  place.querySelector('button')?.focus();
  await showReceipts(place, 'PT0123456789AB', 'A gel for leg ulcers');
  expect(document.activeElement).toBe(place.querySelector('ol'));
  document.querySelector('a')?.focus();
  await showReceipts(place, 'PT0123456789AB', 'A gel for leg ulcers');
  expect(document.activeElement?.textContent).toBe('Elsewhere');
});

it('shows the text, its proof, and the receipt’s own proof, and prints them', async () => {
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

it('names shared records, and records that were taken back', async () => {
  const place = await shown(() => ({
    receipts: ['records', 'records-withdrawn'].map((document) => ({ ...RECEIPT, document })),
  }));
  const values = [...place.querySelectorAll('dd')].map((value) => value.textContent);
  expect(values).toContain('Medical records shared, privacy notice, version 1.0');
  expect(values).toContain('Medical records taken back, privacy notice, version 1.0');
});

it('reports that the receipts failed to load and leaves the button in place', async () => {
  const place = await shown(() => problem(503, 'unavailable', 'Not available now'));
  expect(place.querySelector('[role="status"]')?.textContent).toContain('try again');
  expect(place.querySelector('[data-receipts]')).not.toBeNull();
});

it('names the study and the local time with its zone, and folds the fingerprints', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  const place = await shown(() => ({ receipts: [RECEIPT] }));
  const item = place.querySelector('.receipts > li') as HTMLElement;
  const fold = item.querySelector('details') as HTMLDetailsElement;
  expect(fold.open).toBe(false);
  const folded = fold.textContent ?? '';
  const visible = item.querySelector(':scope > dl')?.textContent ?? '';
  expect(visible).toContain('A gel for leg ulcers');
  expect(visible).toContain('November 22, 2026 at 5:00 AM (UTC−5)');
  for (const proof of ['ab12', 'cd34', '2026-11-22T10:00:00Z']) {
    expect(visible).not.toContain(proof);
    expect(folded).toContain(proof);
  }
  expect(fold.querySelector('summary')?.textContent).toBe('Proof of Receipt 1');
});

it('leaves the study out when its record is gone', async () => {
  document.body.innerHTML = '<div><p role="status"></p></div>';
  fakeBackend({ '/backend/receipts': () => ({ receipts: [RECEIPT] }) });
  const place = document.querySelector('div') as HTMLElement;
  await showReceipts(place, 'PT0123456789AB', null);
  expect([...place.querySelectorAll('dt')].map((name) => name.textContent)).not.toContain('Study');
});
