import type { Receipt } from '../wire/Receipt';
import type { ReceiptsAnswer } from '../wire/ReceiptsAnswer';
import { fetchSignUpData } from './own-sign-up';

/** The receipts of this browser's participant. */
export async function receiptsOf(number: string): Promise<Receipt[]> {
  const response = await fetchSignUpData(`/backend/receipts?${new URLSearchParams({ number })}`);
  if (!response.ok) {
    throw new Error(`The call failed: ${response.status}`);
  }
  return ((await response.json()) as ReceiptsAnswer).receipts;
}
