/** Fixed texts of an erasure, verbatim. */

/** The title of the form. */
export const VERIFY_ACCOUNT = 'Please enter your details below to verify the account';

/** The erasure is done. */
export const ACCOUNT_DELETED = 'Your account has been successfully deleted';
