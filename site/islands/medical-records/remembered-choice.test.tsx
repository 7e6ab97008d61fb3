import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Reply, unreachable } from '../../tests/support/fake-backend';
import { connected, RECORDS, recordsBackend } from '../../tests/support/records-backend';
import type { Medication } from '../wire/Medication';
import { MedicalRecords } from './medical-records';

beforeEach(() => history.replaceState(null, '', '/medical-records'));

function open(replies: Record<string, Reply> = {}) {
  const backend = recordsBackend({ '/backend/emr/records': () => connected(), ...replies });
  render(<MedicalRecords />);
  return backend;
}

const reviewPage = () => screen.findByRole('heading', { name: 'Your Medical Records' });
const leaveOut = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));

it('is saved on the server after a pause, and at once when the page is left', async () => {
  const backend = open();
  await reviewPage();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Metformin' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Diabetes' }));
  const saved = () => backend.to('/backend/emr/choose').map(({ body }) => body);
  const connection = 'the-first-connection';
  const vaccines = [{ id: 'i1' }, { id: 'i2' }];
  await waitFor(() => expect(saved()).toEqual([{ connection, records: [vaccines, [], [{ id: 'a1' }], []] }]));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Metformin' }));
  dispatchEvent(new Event('pagehide'));
  const withMetformin = { connection, records: [vaccines, [{ id: 'm1' }], [{ id: 'a1' }], []] };
  expect(saved()[1]).toEqual(withMetformin);
});

it.each([
  [100, true],
  [500, false],
])(
  'survives leaving the page as far as browsers allow, and is sent in any case: %i records',
  async (count, keepalive) => {
    const output = structuredClone(RECORDS);
    const [, [medicine]] = output;
    output[1] = Array.from({ length: count }, (_, at) => ({
      ...(medicine as Medication),
      id: `${'medicine-'.repeat(6)}${at}`,
    }));
    const backend = open({ '/backend/emr/records': () => connected(output) });
    await reviewPage();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Diabetes' }));
    dispatchEvent(new Event('pagehide'));
    expect(backend.to('/backend/emr/choose').map((call) => call.keepalive)).toEqual([keepalive]);
  },
);

it('an unsaved selection is reported at once, and saved when the page is left', async () => {
  const replies: Reply[] = [unreachable];
  const backend = open({ '/backend/emr/choose': (call) => (replies.shift() ?? (() => ({})))(call) });
  await reviewPage();
  await leaveOut('Metformin');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We could not keep what you left out/);
  dispatchEvent(new Event('pagehide'));
  const saved = backend.to('/backend/emr/choose').map(({ body }) => body);
  expect(saved).toHaveLength(2);
  expect(saved[1]).toEqual(saved[0]);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('a reloaded page waits for the selection that was sent when it was left', async () => {
  const visit = { type: 'reload' } as PerformanceNavigationTiming;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([visit]);
  const backend = open();
  await new Promise((done) => setTimeout(done, 50));
  expect(backend.to('/backend/emr/records')).toEqual([]);
  await reviewPage();
});
