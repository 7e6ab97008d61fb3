/**
 * Features that templates, styles, and scripts may use although a browser of the floor lacks them, with the effect of their absence.
 * Each entry is a place in MDN's data and includes everything below it. A feature whose absence would hide, move, or
 * break something needs a fallback instead of an entry.
 */
export const TOLERATED: Record<string, string> = {
  'css.properties.text-wrap': 'Lines wrap without balancing.',
  'css.properties.cursor': 'A touch screen has no pointer.',
  'css.properties.resize': 'Text boxes on phones scroll instead of being resized.',
  'css.at-rules.page': 'Paper gets the default margins of the printer.',
  'css.at-rules.media.forced-colors': 'A system without forced colors needs no rules for them.',
  'css.properties.forced-color-adjust': 'A system without forced colors needs no rules for them.',
  'css.at-rules.media.scripting':
    'With scripts turned off, "Loading" stays above the note that says what to do.',
  'css.selectors.details-content': 'Closed answers are not printed. They can be opened first.',
  'css.properties.contain-intrinsic-size': 'Only the height of a row that is not laid out yet.',
  'css.properties.content-visibility': 'Prints closed answers, and saves layout of rows out of sight.',
  'html.elements.details.name': 'Several answers can be open at once.',
  'html.elements.iframe.loading': 'The frame loads at once.',
};

/** Whether a feature, or a feature that contains it, is tolerated. */
export function isTolerated(feature: string): boolean {
  return Object.keys(TOLERATED).some((entry) => feature === entry || feature.startsWith(`${entry}.`));
}
