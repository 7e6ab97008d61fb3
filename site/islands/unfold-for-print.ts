/** Opens lists that are folded when the page is printed, because paper can't be unfolded. */
export function unfoldForPrint(): void {
  addEventListener('beforeprint', () => {
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('details.more-sites')) {
      folded.open = true;
    }
  });
}
