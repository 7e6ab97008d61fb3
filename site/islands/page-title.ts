/** Sets the title of the page, followed by the name of the site. */
export function setPageTitle(title: string): void {
  const name = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content;
  document.title = name ? `${title} – ${name}` : title;
}
