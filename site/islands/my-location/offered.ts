/**
 * The pages whose headers let the browser share a position: `[locating]` in infra/cdn/routes.toml. On built pages of trials, which
 * are there too, the form says so.
 */
export const LOCATING_PAGES = /^\/(results|saved|study\/[^/]+|trialdetails\/[^/]+(\/[^/]+)?)\/?$/i;

/** The label of the button that asks for the visitor's position. */
export const USE_MY_LOCATION = 'Use My Location';

/** Whether the browser may share the visitor's position with this page, on which a form may say so. */
export function offersMyLocation(form?: HTMLFormElement): boolean {
  const mayAsk = form?.dataset.locates !== undefined || LOCATING_PAGES.test(location.pathname);
  return 'geolocation' in navigator && mayAsk;
}

/** Loaded when the button is pressed, because few visitors do. */
export const myTown = () => import('./my-town').then((module) => module.myTown());
