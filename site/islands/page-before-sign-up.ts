/** The page from which the sign-up began, if the header's link kept it. */
export function pageBeforeSignUp(): string {
  try {
    return localStorage.getItem('currentPage') ?? '';
  } catch {
    return '';
  }
}
