/** Quoted texts of news, letter for letter. */

/** Leads to the form for news of a study. */
export const GET_NOTIFIED = 'GET NOTIFIED';
