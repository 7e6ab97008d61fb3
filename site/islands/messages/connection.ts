/** Quoted texts of the way from sign-up to the health systems, letter for letter. */

/** That way can't begin, because no random number could be made for its address. */
export const NO_RANDOM_ID = 'Error occured. Please try again';
