/** A study has no sites, on its card and in the facts of its page. */
export const PLACE_NOT_STATED = 'Place not stated';
