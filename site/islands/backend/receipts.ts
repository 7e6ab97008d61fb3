import type { Receipt } from '../wire/Receipt';
import type { ReceiptsAnswer } from '../wire/ReceiptsAnswer';
import { deadlineIn } from './deadline';

/** What the participant of this browser agreed to. */
export async function receiptsOf(number: string): Promise<Receipt[]> {
  const response = await fetch(`/backend/receipts?${new URLSearchParams({ number })}`, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    signal: deadlineIn(10_000).signal,
  });
  if (!response.ok) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return ((await response.json()) as ReceiptsAnswer).receipts;
}
