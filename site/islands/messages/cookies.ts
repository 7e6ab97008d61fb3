/** The sign-up was saved, but its cookie was lost. */
export const COOKIE_LOST =
  'Your browser doesn’t keep our cookie, so we can’t tell that this is your sign-up. Open the link in the email that we sent you, in a browser that allows cookies. Nothing is lost.';
