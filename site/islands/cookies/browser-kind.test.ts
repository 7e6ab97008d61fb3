import { expect, it } from 'vitest';
import { browserKind } from './browser-kind';

const MOBILE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Safari on an iPhone', `${MOBILE} Version/17.5 Mobile/15E148 Safari/604.1`, 'safari-ios'],
  ['Chrome on an iPhone', `${MOBILE} CriOS/125.0.0.0 Mobile/15E148 Safari/604.1`, 'chrome-phone'],
  ['Facebook on an iPhone', `${MOBILE} Mobile/21F79 [FBAN/FBIOS;FBAV/465.0]`, 'in-app'],
  ['Chrome on Android', `${ANDROID} Chrome/125.0.0.0 Mobile Safari/537.36`, 'chrome-phone'],
  [
    'an app on Android',
    `${ANDROID.replace(')', '; wv)')} Version/4.0 Chrome/125.0 Mobile Safari/537.36`,
    'in-app',
  ],
  ['Samsung Internet', `${ANDROID} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`, 'samsung'],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'firefox'],
  ['Edge', `${WINDOWS} Chrome/125.0.0.0 Safari/537.36 Edg/125.0.0.0`, 'edge'],
  ['Chrome on a computer', `${WINDOWS} Chrome/125.0.0.0 Safari/537.36`, 'chrome'],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'safari-mac',
  ],
  ['another one', 'Lynx/2.9.0', null],
])('recognizes the browser: %s', (_, userAgent, kind) => {
  expect(browserKind(userAgent)).toBe(kind);
});
