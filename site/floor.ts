/**
 * The oldest browsers in which everything on the site works, by the names that MDN's compatibility data gives them.
 *
 * The build compiles for these versions, the lints in `lint/floor/` hold sources and built files to them, and the README
 * states them. iOS 15.4 and Chrome 100 are from March 2022: the last update of an iPhone 6s is newer, and Android phones
 * update Chrome apart from the system.
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

/** The targets of Vite for scripts and styles. */
export const BUILD_TARGETS = [
  `chrome${FLOOR.chrome}`,
  `edge${FLOOR.edge}`,
  `firefox${FLOOR.firefox}`,
  `safari${FLOOR.safari}`,
  `ios${FLOOR.safari_ios}`,
];
