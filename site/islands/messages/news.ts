/** Fixed texts of subscriptions, verbatim. */

/** Opens the form for a subscription. */
export const GET_NOTIFIED = 'GET NOTIFIED';
