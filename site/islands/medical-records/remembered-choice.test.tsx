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

const reviewed = () => screen.findByRole('heading', { name: 'Your Medical Records' });
const leaveOut = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }));

it('is remembered by the server once nothing more is chosen, and at once when the page is left', async () => {
  const backend = open();
  await reviewed();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Metformin' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Diabetes' }));
  const told = () => backend.to('/backend/emr/choose').map(({ body }) => body);
  const connection = 'the-first-connection';
  const vaccines = [{ id: 'i1' }, { id: 'i2' }];
  await waitFor(() => expect(told()).toEqual([{ connection, records: [vaccines, [], [{ id: 'a1' }], []] }]));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Metformin' }));
  dispatchEvent(new Event('pagehide'));
  const withMetformin = { connection, records: [vaccines, [{ id: 'm1' }], [{ id: 'a1' }], []] };
  expect(told()[1]).toEqual(withMetformin);
});

it.each([
  [100, true],
  [500, false],
])(
  'goes on when the page is left as far as browsers allow, and is sent all the same: %i records',
  async (count, keepalive) => {
    const output = structuredClone(RECORDS);
    const [, [medicine]] = output;
    output[1] = Array.from({ length: count }, (_, at) => ({
      ...(medicine as Medication),
      id: `${'medicine-'.repeat(6)}${at}`,
    }));
    const backend = open({ '/backend/emr/records': () => connected(output) });
    await reviewed();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Diabetes' }));
    dispatchEvent(new Event('pagehide'));
    expect(backend.to('/backend/emr/choose').map((call) => call.keepalive)).toEqual([keepalive]);
  },
);

it('a choice that the server could not be told is told when the page is left, and the person is told at once', async () => {
  const replies: Reply[] = [unreachable];
  const backend = open({ '/backend/emr/choose': (call) => (replies.shift() ?? (() => ({})))(call) });
  await reviewed();
  await leaveOut('Metformin');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We could not keep what you left out/);
  dispatchEvent(new Event('pagehide'));
  const told = backend.to('/backend/emr/choose').map(({ body }) => body);
  expect(told).toHaveLength(2);
  expect(told[1]).toEqual(told[0]);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('a page that is loaded again waits for the choice that was sent as it was left', async () => {
  const visit = { type: 'reload' } as PerformanceNavigationTiming;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([visit]);
  const backend = open();
  await new Promise((done) => setTimeout(done, 50));
  expect(backend.to('/backend/emr/records')).toEqual([]);
  await reviewed();
});
