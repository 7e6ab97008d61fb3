/** Goes to a page that no partner may show in a frame: to the top, where this page stands in one (D-289). */
export function leaveFor(address: string): void {
  if (document.documentElement.classList.contains('is-embedded')) {
    open(address, '_top');
  } else {
    location.assign(address);
  }
}
