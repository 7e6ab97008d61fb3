import { type CssNode, generate, parse, type WalkContext, walk } from 'css-tree';
import { featureAt, type Lacking, lacking } from './support.ts';

/** A place of a stylesheet that a browser of the floor does not understand. */
export type StyleFault = Lacking & { line: number; text: string };

/** Units of length that the data describes together. */
const UNIT_GROUPS: [RegExp, string][] = [
  [/^d(vh|vw|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^s(vh|vw|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^l(vh|vw|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_large'],
  [/^cq(w|h|i|b|min|max)$/, 'container_query_length_units'],
];

type Declarations = { block: CssNode | null; plain: Set<string> };

/**
 * The places of a stylesheet that the floor does not understand and that have no fallback. A fallback is a declaration of
 * the same property before it that every browser understands, or an `@supports` around it that asks for the feature.
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
      for (const lack of found) {
        if (!guards.some(({ features }) => features.has(lack.feature))) {
          faults.push({ ...lack, line: node.loc?.start.line ?? 0, text: generate(node).slice(0, 120) });
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

/** Whether a node is part of what `@supports` asks for. */
function isWithinCondition(prelude: CssNode | null, atrule: CssNode | null): boolean {
  return prelude !== null && atrule?.type === 'Atrule' && atrule.name === 'supports';
}

/** The features that a condition asks for and the floor lacks. */
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

/** What the floor lacks of a node itself; values of declarations are {@link valueFeatures}. */
function ownFeatures(node: CssNode): Lacking[] {
  switch (node.type) {
    case 'Atrule':
      return some(lacking('css', 'at-rules', node.name));
    case 'FeatureRange':
      return some(lacking('css', 'at-rules', 'media', 'range_syntax'), mediaFeature(middleName(node)));
    case 'Feature':
      return some(mediaFeature(node.name));
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return some(lacking('css', 'selectors', node.name));
    case 'NestingSelector':
      return some(lacking('css', 'selectors', 'nesting'));
    case 'Declaration':
      return node.property.startsWith('--') ? [] : some(lacking('css', 'properties', node.property));
    default:
      return [];
  }
}

/** The media feature that a range is about: the one identifier of it. */
function middleName(range: CssNode): string {
  let name = '';
  walk(range, (node: CssNode) => {
    name = node.type === 'Identifier' ? node.name : name;
  });
  return name;
}

function mediaFeature(name: string): Lacking | null {
  return lacking('css', 'at-rules', 'media', name.replace(/^(min|max)-/, ''));
}

/** What the floor lacks of the value of a declaration: keywords, functions, and units. */
function valueFeatures(declaration: CssNode & { type: 'Declaration' }): Lacking[] {
  const { property, value } = declaration;
  const found: Lacking[] = [];
  walk(value, (node: CssNode) => {
    if (node.type === 'Identifier' || node.type === 'Function') {
      found.push(...some(lacking('css', 'properties', property, node.name)));
    }
    if (node.type === 'Function') {
      found.push(...some(functionFeature(node.name)));
    }
    if (node.type === 'Dimension') {
      found.push(...some(unitFeature(node.unit.toLowerCase())));
    }
  });
  return found;
}

/** Functions are types, or kinds of a type such as `color-mix` of colors. */
function functionFeature(name: string): Lacking | null {
  const types = featureAt('css', 'types') ?? {};
  const group = Object.keys(types).find((type) => featureAt('css', 'types', type, name));
  return lacking('css', 'types', name) ?? (group ? lacking('css', 'types', group, name) : null);
}

function unitFeature(unit: string): Lacking | null {
  const group = UNIT_GROUPS.find(([units]) => units.test(unit))?.[1];
  return lacking('css', 'types', 'length', group ?? unit);
}

function unprefixed(property: string): string {
  return property.replace(/^-(webkit|moz|ms)-/, '');
}

function some(...found: (Lacking | null)[]): Lacking[] {
  return found.filter((lack) => lack !== null);
}
