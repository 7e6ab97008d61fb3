/** A kind of browser, by the place of its cookie settings. */
export type BrowserKind =
  | 'in-app'
  | 'safari-ios'
  | 'safari-mac'
  | 'samsung'
  | 'firefox'
  | 'edge'
  | 'chrome-phone'
  | 'chrome';

/** Patterns in order of precedence: most browsers also call themselves Chrome or Safari. */
const PATTERNS: readonly [BrowserKind, RegExp][] = [
  ['in-app', /FBAN|FBAV|FB_IAB|Instagram|Line\/|TikTok|musical_ly|GSA\/|; wv\)/],
  ['samsung', /SamsungBrowser/],
  ['firefox', /Firefox|FxiOS/],
  ['edge', /Edg(e|A|iOS)?\//],
  ['chrome-phone', /CriOS|Android.*Chrome\//],
  ['chrome', /Chrome\//],
  ['safari-ios', /(iPhone|iPad|iPod).*Safari\//],
  ['safari-mac', /Safari\//],
];

/** The kind of browser with this user agent, or null if unknown. */
export function browserKind(userAgent: string): BrowserKind | null {
  return PATTERNS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}
