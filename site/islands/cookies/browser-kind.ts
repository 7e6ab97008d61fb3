/** A kind of browser whose cookie setting is in another place. */
export type BrowserKind =
  | 'in-app'
  | 'safari-ios'
  | 'safari-mac'
  | 'samsung'
  | 'firefox'
  | 'edge'
  | 'chrome-phone'
  | 'chrome';

/** In the order in which a name is looked for: most browsers also call themselves Chrome or Safari. */
const SIGNS: readonly [BrowserKind, RegExp][] = [
  ['in-app', /FBAN|FBAV|FB_IAB|Instagram|Line\/|TikTok|musical_ly|GSA\/|; wv\)/],
  ['samsung', /SamsungBrowser/],
  ['firefox', /Firefox|FxiOS/],
  ['edge', /Edg(e|A|iOS)?\//],
  ['chrome-phone', /CriOS|Android.*Chrome\//],
  ['chrome', /Chrome\//],
  ['safari-ios', /(iPhone|iPad|iPod).*Safari\//],
  ['safari-mac', /Safari\//],
];

/** The kind of browser that calls itself this; nothing for one that we don't know. */
export function browserKind(userAgent: string): BrowserKind | null {
  return SIGNS.find(([, sign]) => sign.test(userAgent))?.[0] ?? null;
}
