/** The path of the page where the header's sign-up link was followed, if it was recorded. */
export function pageBeforeSignUp(): string {
  try {
    return localStorage.getItem('currentPage') ?? '';
  } catch {
    return '';
  }
}
