/** Quoted texts of being forgotten, letter for letter. */

/** Stands above the form. */
export const VERIFY_ACCOUNT = 'Please enter your details below to verify the account';

/** Everything is erased. */
export const ACCOUNT_DELETED = 'Your account has been successfully deleted';
