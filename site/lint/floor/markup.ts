import { type MissingFeature, missingFeature } from './support.ts';

/** Tags, expressions, and comments of the template language. */
const TEMPLATE_CODE = /\{([%#{]).*?[%#}]\}/gs;
const TAG = /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)/g;
const ATTRIBUTE = /\s([\w:-]+)(?:="[^"]*")?/g;

/** Finds the elements and attributes of a template that a browser of the floor does not support. */
export function markupFaults(template: string): MissingFeature[] {
  const html = template.replace(TEMPLATE_CODE, ' ');
  const places = [...html.matchAll(TAG)].flatMap(([, element = '', attributes = '']) => [
    missingFeature('html', 'elements', element),
    ...[...attributes.matchAll(ATTRIBUTE)].map(
      ([, name = '']) =>
        missingFeature('html', 'elements', element, name) ??
        missingFeature('html', 'global_attributes', name),
    ),
  ]);
  return places.filter((missing) => missing !== null);
}
