import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Simulates a return to the page from another tab. */
export async function returnToTab() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
}
