/** Goes to a page that partners may not show in a frame: out of the frame, if there is one (D-289). */
export function leaveFor(address: string): void {
  if (document.documentElement.classList.contains('is-embedded')) {
    open(address, '_top');
  } else {
    location.assign(address);
  }
}
