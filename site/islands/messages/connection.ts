/** Fixed texts of connecting health systems from the sign-up, verbatim. */

/** No random id for the address could be generated. */
export const NO_RANDOM_ID = 'Error occured. Please try again';
