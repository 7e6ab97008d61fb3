import { type CssNode, generate, parse, type WalkContext, walk } from 'css-tree';
import { featureAt, type MissingFeature, missingFeature } from './support.ts';

/** A part of a stylesheet that a browser of the floor does not support. */
export type StyleFault = MissingFeature & { line: number; text: string };

/** Units of length that the data describes together. */
const UNIT_GROUPS: [RegExp, string][] = [
  [/^d(vh|vw|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^s(vh|vw|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^l(vh|vw|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_large'],
  [/^cq(w|h|i|b|min|max)$/, 'container_query_length_units'],
];

type Declarations = { block: CssNode | null; plain: Set<string> };

/**
 * Finds the parts of a stylesheet that the floor does not support and that have no fallback. A fallback is an earlier
 * declaration of the same property that every browser supports, or a surrounding `@supports` that checks for the feature.
 */
export function styleFaults(css: string): StyleFault[] {
  const sheet = parse(css, { positions: true, parseCustomProperty: true, parseAtrulePrelude: true });
  const faults: StyleFault[] = [];
  const guards: { rule: CssNode; features: Set<string> }[] = [];
  const declared: Declarations[] = [];
  walk(sheet, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === 'Atrule' && node.name === 'supports' && node.prelude) {
        guards.push({ rule: node, features: featuresOf(node.prelude) });
        return;
      }
      if (node.type === 'Block') {
        declared.push({ block: node, plain: new Set() });
      }
      if (isWithinCondition(this.atrulePrelude, this.atrule)) {
        return;
      }
      const found = ownFeatures(node);
      if (node.type === 'Declaration') {
        found.push(...[...valueFeatures(node)]);
        const plain = declared.at(-1)?.plain ?? new Set();
        const name = unprefixed(node.property);
        if (found.length > 0 && plain.has(name)) {
          return;
        }
        if (found.length === 0) {
          plain.add(name);
        }
      }
      for (const missing of found) {
        if (!guards.some(({ features }) => features.has(missing.feature))) {
          faults.push({ ...missing, line: node.loc?.start.line ?? 0, text: generate(node).slice(0, 120) });
        }
      }
    },
    leave(node: CssNode) {
      if (node.type === 'Block') {
        declared.pop();
      }
      if (guards.at(-1)?.rule === node) {
        guards.pop();
      }
    },
  });
  return faults;
}

/** Whether a node is part of an `@supports` condition. */
function isWithinCondition(prelude: CssNode | null, atrule: CssNode | null): boolean {
  return prelude !== null && atrule?.type === 'Atrule' && atrule.name === 'supports';
}

/** The features in a condition that the floor lacks. */
function featuresOf(condition: CssNode): Set<string> {
  const features = new Set<string>();
  walk(condition, (node: CssNode) => {
    const found =
      node.type === 'Declaration' ? [...ownFeatures(node), ...valueFeatures(node)] : ownFeatures(node);
    for (const { feature } of found) {
      features.add(feature);
    }
  });
  return features;
}

/** The features of a node itself that the floor lacks. For values of declarations, see {@link valueFeatures}. */
function ownFeatures(node: CssNode): MissingFeature[] {
  switch (node.type) {
    case 'Atrule':
      return present(missingFeature('css', 'at-rules', node.name));
    case 'FeatureRange':
      return present(
        missingFeature('css', 'at-rules', 'media', 'range_syntax'),
        mediaFeature(middleName(node)),
      );
    case 'Feature':
      return present(mediaFeature(node.name));
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return present(missingFeature('css', 'selectors', node.name));
    case 'NestingSelector':
      return present(missingFeature('css', 'selectors', 'nesting'));
    case 'Declaration':
      return node.property.startsWith('--')
        ? []
        : present(missingFeature('css', 'properties', node.property));
    default:
      return [];
  }
}

/** The media feature of a range: its only identifier. */
function middleName(range: CssNode): string {
  let name = '';
  walk(range, (node: CssNode) => {
    name = node.type === 'Identifier' ? node.name : name;
  });
  return name;
}

function mediaFeature(name: string): MissingFeature | null {
  return missingFeature('css', 'at-rules', 'media', name.replace(/^(min|max)-/, ''));
}

/** The keywords, functions, and units of a declaration's value that the floor lacks. */
function valueFeatures(declaration: CssNode & { type: 'Declaration' }): MissingFeature[] {
  const { property, value } = declaration;
  const found: MissingFeature[] = [];
  walk(value, (node: CssNode) => {
    if (node.type === 'Identifier' || node.type === 'Function') {
      found.push(...present(missingFeature('css', 'properties', property, node.name)));
    }
    if (node.type === 'Function') {
      found.push(...present(functionFeature(node.name)));
    }
    if (node.type === 'Dimension') {
      found.push(...present(unitFeature(node.unit.toLowerCase())));
    }
  });
  return found;
}

/** Functions are types, or subfeatures of a type, such as `color-mix` of colors. */
function functionFeature(name: string): MissingFeature | null {
  const types = featureAt('css', 'types') ?? {};
  const group = Object.keys(types).find((type) => featureAt('css', 'types', type, name));
  return missingFeature('css', 'types', name) ?? (group ? missingFeature('css', 'types', group, name) : null);
}

function unitFeature(unit: string): MissingFeature | null {
  const group = UNIT_GROUPS.find(([units]) => units.test(unit))?.[1];
  return missingFeature('css', 'types', 'length', group ?? unit);
}

function unprefixed(property: string): string {
  return property.replace(/^-(webkit|moz|ms)-/, '');
}

function present(...found: (MissingFeature | null)[]): MissingFeature[] {
  return found.filter((missing) => missing !== null);
}
