import { parseSync } from 'vite';
import { isMissing, owners } from './library.ts';
import { featureAt, type MissingFeature, missingFeature } from './support.ts';

/** A part of a built script that a browser of the floor does not support. */
export type ScriptFault = MissingFeature & { text: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Place = { node: Node; parent: Node | null; key: string; isTried: boolean };

/** Syntax that makes a browser reject the whole script, by its place in the data. */
const SYNTAX: Record<string, string[]> = {
  StaticBlock: ['javascript', 'classes', 'static', 'initialization_blocks'],
};

/** Regular expression syntax, by its place in the data. */
const PATTERNS: [RegExp, string][] = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?[ims]*-?[ims]+:/, 'modifier'],
];

/**
 * The classes whose methods are found by name alone. A bundle has no types, and rarely used interfaces have members with
 * common names, such as `level` and `system`.
 */
const COMMON_CLASSES = [
  ...['Array', 'ArrayBuffer', 'Iterator', 'Map', 'Promise', 'RegExp', 'Set', 'String', 'TypedArray'],
  ...['Document', 'Element', 'HTMLElement', 'HTMLFormElement', 'HTMLInputElement', 'Node', 'Range', 'Window'],
];

/**
 * Finds the parts of a built script that the floor does not support: syntax, global names, static members of global
 * classes, and methods of common classes whose name no older interface has. A script may use a name that it checks first
 * (`typeof`, `in`, `?.`, a condition), or in a `try` with `catch`. For our sources the type check is more exact; this is
 * for packages and for code that a compiler adds.
 */
export function scriptFaults(code: string): ScriptFault[] {
  const { program, errors } = parseSync('bundle.js', code);
  if (errors.length > 0) {
    throw new Error(`the script can't be parsed: ${errors[0]?.message}`);
  }
  const places = [...placesIn(program as unknown as Node)];
  const declared = declaredNames(places);
  const checked = new Set(places.flatMap(({ node, parent, key }) => checkedNames(node, parent, key)));
  return places.flatMap(({ node, parent, key, isTried }) => {
    const missing = missingFeatureOf(node, parent, key, declared);
    const isGuarded = missing !== null && missing.name !== null && (isTried || checked.has(missing.name));
    return missing && !isGuarded
      ? [
          {
            feature: missing.feature,
            browsers: missing.browsers,
            text: code.slice(node.start, node.end).slice(0, 80),
          },
        ]
      : [];
  });
}

/** A feature that the floor lacks, with the name that a script can check for, if any. */
type CheckableFeature = MissingFeature & { name: string | null };

function missingFeatureOf(
  node: Node,
  parent: Node | null,
  key: string,
  declared: Set<string>,
): CheckableFeature | null {
  const syntax = SYNTAX[node.type];
  if (syntax) {
    return uncheckable(missingFeature(...syntax));
  }
  if (node.type === 'Literal' && 'regex' in node) {
    return uncheckable(missingPattern(node.regex as { pattern: string; flags: string }));
  }
  if (node.type === 'MemberExpression') {
    return missingMember(node, parent, key, declared);
  }
  if (node.type === 'Identifier' && isGlobalUse(node, parent, key, declared)) {
    const name = String(node.name);
    return isMissing(name) ? { feature: `api.${name}`, browsers: 'see MDN', name } : null;
  }
  return null;
}

/** Syntax can't be checked before it is used. */
function uncheckable(missing: MissingFeature | null): CheckableFeature | null {
  return missing && { ...missing, name: null };
}

function missingPattern({ pattern, flags }: { pattern: string; flags: string }): MissingFeature | null {
  const plain = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  const expressions = ['javascript', 'regular_expressions'];
  for (const [written, feature] of PATTERNS) {
    const missing = written.test(plain) ? missingFeature(...expressions, feature) : null;
    if (missing) {
      return missing;
    }
  }
  return flags.includes('v') ? missingFeature('javascript', 'builtins', 'RegExp', 'unicodeSets') : null;
}

function missingMember(
  node: Node,
  parent: Node | null,
  key: string,
  declared: Set<string>,
): CheckableFeature | null {
  const name = memberName(node);
  if (name === null) {
    return null;
  }
  const object = node.object as Node;
  const owner =
    object.type === 'Identifier' && !declared.has(String(object.name)) ? String(object.name) : null;
  if (owner !== null && (featureAt('api', owner) || featureAt('javascript', 'builtins', owner))) {
    const missing =
      missingFeature('api', owner, `${name}_static`) ?? missingFeature('javascript', 'builtins', owner, name);
    return missing && { ...missing, name };
  }
  if (owner === 'window' || owner === 'globalThis' || owner === 'self') {
    return isMissing(name) ? { feature: `api.${name}`, browsers: 'see MDN', name } : null;
  }
  const places = parent?.type === 'CallExpression' && key === 'callee' ? owners(name) : [];
  const missingFeatures = places.map((place) => missingFeature(...place));
  const isCommon = places.some((place) => COMMON_CLASSES.includes(place.at(-2) ?? ''));
  const [first] = missingFeatures;
  return first && isCommon && missingFeatures.every((missing) => missing !== null)
    ? { ...first, name }
    : null;
}

/** The name of a member, if it is literal. */
function memberName(node: Node): string | null {
  const property = node.property as Node;
  if (!node.computed) {
    return property.type === 'Identifier' ? String(property.name) : null;
  }
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

/** The names that a node checks for before they are used. */
function checkedNames(node: Node, parent: Node | null, key: string): string[] {
  if (node.type === 'UnaryExpression' && (node.operator === 'typeof' || node.operator === '!')) {
    return namesOf(node.argument as Node);
  }
  if (node.type === 'BinaryExpression') {
    const [left, right] = [node.left as Node, node.right as Node];
    const isIn = node.operator === 'in' && left.type === 'Literal';
    return isIn
      ? [String(left.value)]
      : /^[!=]==?$/.test(String(node.operator))
        ? [...namesOf(left), ...namesOf(right)]
        : [];
  }
  if (node.type === 'CallExpression' && node.optional) {
    return namesOf(node.callee as Node);
  }
  if (node.type === 'MemberExpression' && node.optional) {
    return namesOf(node.object as Node);
  }
  const isTest = key === 'test' || (parent?.type === 'LogicalExpression' && key === 'left');
  return isTest ? namesOf(node) : [];
}

function namesOf(node: Node): string[] {
  if (node.type === 'Identifier') {
    return [String(node.name)];
  }
  if (node.type === 'LogicalExpression') {
    return [...namesOf(node.left as Node), ...namesOf(node.right as Node)];
  }
  if (node.type === 'AssignmentExpression') {
    return namesOf(node.right as Node);
  }
  if (node.type === 'ParenthesizedExpression') {
    return namesOf(node.expression as Node);
  }
  const name = node.type === 'MemberExpression' ? memberName(node) : null;
  return name === null ? [] : [name];
}

/** Whether an identifier reads a global name, rather than a property or a declaration of the script. */
function isGlobalUse(node: Node, parent: Node | null, key: string, declared: Set<string>): boolean {
  const isPropertyName =
    (key === 'property' && parent?.computed === false) || (key === 'key' && parent?.computed === false);
  const isLabel = key === 'label' || key === 'imported' || key === 'exported' || key === 'meta';
  return !isPropertyName && !isLabel && !declared.has(String(node.name));
}

/** The names that a script declares anywhere. Globals with these names are not checked. */
function declaredNames(places: Place[]): Set<string> {
  const names = new Set<string>();
  for (const { node, parent, key } of places) {
    const isDeclared =
      (key === 'id' && parent !== null && /Declarat|Function|Class/.test(parent.type)) ||
      (key === 'params' && parent !== null) ||
      key === 'local' ||
      key === 'param';
    if (isDeclared) {
      for (const { node: inner } of placesIn(node)) {
        if (inner.type === 'Identifier') {
          names.add(String(inner.name));
        }
      }
    }
  }
  return names;
}

function* placesIn(node: Node, parent: Node | null = null, key = '', tried = false): Generator<Place> {
  const isTried = tried || (key === 'block' && parent?.type === 'TryStatement' && Boolean(parent.handler));
  yield { node, parent, key, isTried };
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string') {
        yield* placesIn(child as Node, node, name, isTried);
      }
    }
  }
}
