import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Reply, unreachable } from '../../tests/support/fake-backend';
import { connected, recordsBackend, UNCONNECTED } from '../../tests/support/records-backend';
import { returnToTab } from '../../tests/support/return-to-tab';
import { MedicalRecords } from './medical-records';

beforeEach(() => {
  history.replaceState(null, '', '/medical-records');
});

function open(replies: Record<string, Reply>) {
  const backend = recordsBackend(replies);
  render(<MedicalRecords />);
  return backend;
}

const reviewPage = () => screen.findByRole('heading', { name: 'Your Medical Records' });

describe('a visitor who returns from another tab', () => {
  it('learns that the records are gone, and chooses a health system', async () => {
    const replies = [connected(), UNCONNECTED];
    open({ '/backend/emr/records': () => replies.shift() });
    await reviewPage();
    await returnToTab();
    expect(await screen.findByText(/The records that you looked at are not here any more/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Your Medical Records' })).toBeNull();
  });

  it('sees the same if the records still exist or the server is unreachable', async () => {
    const replies: Reply[] = [() => connected(), () => connected(), unreachable];
    const backend = open({ '/backend/emr/records': (...call) => (replies.shift() ?? unreachable)(...call) });
    const title = await reviewPage();
    const [first] = screen.getAllByRole<HTMLInputElement>('checkbox');
    await userEvent.click(first as HTMLInputElement);
    await returnToTab();
    await returnToTab();
    expect(backend.to('/backend/emr/records')).toHaveLength(3);
    expect(title.isConnected).toBe(true);
    expect(first?.checked).toBe(false);
  });

  const LEFT_OUT = [[], [{ id: 'm1' }], [], []];

  it('sees what was left out in another tab', async () => {
    const replies = [connected(), connected(undefined, { left_out: LEFT_OUT })];
    open({ '/backend/emr/records': () => replies.shift() });
    await reviewPage();
    const metformin = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Metformin/ });
    expect(metformin().checked).toBe(true);
    await returnToTab();
    await waitFor(() => expect(metformin().checked).toBe(false));
    expect(screen.getByText(/4 of 5 records are chosen/)).toBeTruthy();
  });

  it('retains a selection that the server does not know yet', async () => {
    const replies = [connected(), connected()];
    open({ '/backend/emr/records': () => replies.shift(), '/backend/emr/choose': unreachable });
    await reviewPage();
    const metformin = screen.getByRole<HTMLInputElement>('checkbox', { name: /Metformin/ });
    await userEvent.click(metformin);
    await screen.findByText(/We could not keep what you left out/);
    await returnToTab();
    expect(metformin.checked).toBe(false);
  });

  it('may also return from another window', async () => {
    const replies = [connected(), UNCONNECTED];
    const backend = open({ '/backend/emr/records': () => replies.shift() });
    await reviewPage();
    window.dispatchEvent(new Event('focus'));
    expect(backend.to('/backend/emr/records')).toHaveLength(1);
    window.dispatchEvent(new Event('blur'));
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText(/The records that you looked at are not here any more/)).toBeTruthy();
  });
});
