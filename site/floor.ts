/**
 * The oldest supported browsers, by their names in MDN's compatibility data.
 *
 * The build compiles for these versions, the lints in `lint/floor/` check sources and built files against them, and the
 * README lists them. iOS 15.4 and Chrome 100 are from March 2022: the last update of an iPhone 6s is newer, and Android
 * phones update Chrome separately from the system.
 */
export const FLOOR = {
  chrome: '100',
  chrome_android: '100',
  edge: '100',
  firefox: '115',
  firefox_android: '115',
  safari: '15.4',
  safari_ios: '15.4',
} as const;

/** Vite's targets for scripts and styles. */
export const BUILD_TARGETS = [
  `chrome${FLOOR.chrome}`,
  `edge${FLOOR.edge}`,
  `firefox${FLOOR.firefox}`,
  `safari${FLOOR.safari}`,
  `ios${FLOOR.safari_ios}`,
];
