/** The pages whose headers let the browser share a position: `[locating]` in infra/cdn/routes.toml. */
export const LOCATING_PAGES = /^\/(results|study\/[^/]+|trialdetails\/[^/]+(\/[^/]+)?)\/?$/i;

/** The label of the button that asks for the visitor's position. */
export const USE_MY_LOCATION = 'Use My Location';

/** Whether the browser may share the visitor's position with this page. */
export function offersMyLocation(): boolean {
  return 'geolocation' in navigator && LOCATING_PAGES.test(location.pathname);
}

/** Loaded when the button is pressed, because few visitors do. */
export const myTown = () => import('./my-town').then((module) => module.myTown());
