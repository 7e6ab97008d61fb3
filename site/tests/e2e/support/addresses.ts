import type { Page } from '@playwright/test';

/** Collects every requested address and every referrer, decoded and in lower case. */
export function addressesOf(page: Page): () => Promise<string[]> {
  const requested: string[] = [];
  const referrers: Promise<string>[] = [];
  page.on('request', (request) => {
    requested.push(request.url());
    referrers.push(
      request.allHeaders().then(
        ({ referer }) => referer ?? '',
        () => '',
      ),
    );
  });
  return async () => [...requested, ...(await Promise.all(referrers))].map(readable);
}

function readable(address: string): string {
  const spaced = address.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced).toLowerCase();
  } catch {
    return spaced.toLowerCase();
  }
}
