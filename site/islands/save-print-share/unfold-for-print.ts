/** Opens folded lists before the page is printed. */
export function unfoldForPrint(): void {
  addEventListener('beforeprint', () => {
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('details.more-sites')) {
      folded.open = true;
    }
  });
}
