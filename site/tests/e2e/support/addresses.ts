import type { Page } from '@playwright/test';

/** Every address for which a page asks, and every one that it says it came from, as people would read them. */
export function addressesOf(page: Page): () => Promise<string[]> {
  const asked: string[] = [];
  const cameFrom: Promise<string>[] = [];
  page.on('request', (request) => {
    asked.push(request.url());
    cameFrom.push(
      request.allHeaders().then(
        ({ referer }) => referer ?? '',
        () => '',
      ),
    );
  });
  return async () => [...asked, ...(await Promise.all(cameFrom))].map(readable);
}

function readable(address: string): string {
  const spaced = address.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced).toLowerCase();
  } catch {
    return spaced.toLowerCase();
  }
}
