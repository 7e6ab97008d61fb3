import { parseSync } from 'vite';
import { isLacking, owners } from './library.ts';
import { featureAt, type Lacking, lacking } from './support.ts';

/** A place of a built script that a browser of the floor does not understand. */
export type ScriptFault = Lacking & { text: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Place = { node: Node; parent: Node | null; key: string; isTried: boolean };

/** Syntax that a browser refuses with the whole script, by its place in the data. */
const SYNTAX: Record<string, string[]> = {
  StaticBlock: ['javascript', 'classes', 'static', 'initialization_blocks'],
};

/** What a pattern of a regular expression is written with, by its place in the data. */
const PATTERNS: [RegExp, string][] = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?[ims]*-?[ims]+:/, 'modifier'],
];

/**
 * Whose methods are looked for by name alone. A bundle has no types, and interfaces that few pages use have members with
 * the names of everyday fields, such as `level` and `system`.
 */
const EVERYDAY = [
  ...['Array', 'ArrayBuffer', 'Iterator', 'Map', 'Promise', 'RegExp', 'Set', 'String', 'TypedArray'],
  ...['Document', 'Element', 'HTMLElement', 'HTMLFormElement', 'HTMLInputElement', 'Node', 'Range', 'Window'],
];

/**
 * The places of a built script that the floor does not understand: syntax, global names, static members of global classes,
 * and methods of everyday objects whose name no older interface has. A script that asks for a name before it uses it
 * (`typeof`, `in`, `?.`, a condition), or that catches what goes wrong, may use it. What the type check says of our sources is more exact; this is for
 * packages, and for what a compiler adds.
 */
export function scriptFaults(code: string): ScriptFault[] {
  const { program, errors } = parseSync('bundle.js', code);
  if (errors.length > 0) {
    throw new Error(`the script can't be parsed: ${errors[0]?.message}`);
  }
  const places = [...placesIn(program as unknown as Node)];
  const own = declaredNames(places);
  const asked = new Set(places.flatMap(({ node, parent, key }) => namesAskedFor(node, parent, key)));
  return places.flatMap(({ node, parent, key, isTried }) => {
    const lack = lackOf(node, parent, key, own);
    const isGuarded = lack !== null && lack.name !== null && (isTried || asked.has(lack.name));
    return lack && !isGuarded
      ? [
          {
            feature: lack.feature,
            browsers: lack.browsers,
            text: code.slice(node.start, node.end).slice(0, 80),
          },
        ]
      : [];
  });
}

/** What the floor lacks, with the name that a script can ask for, if it can. */
type Named = Lacking & { name: string | null };

function lackOf(node: Node, parent: Node | null, key: string, own: Set<string>): Named | null {
  const syntax = SYNTAX[node.type];
  if (syntax) {
    return unaskable(lacking(...syntax));
  }
  if (node.type === 'Literal' && 'regex' in node) {
    return unaskable(lackingPattern(node.regex as { pattern: string; flags: string }));
  }
  if (node.type === 'MemberExpression') {
    return lackingMember(node, parent, key, own);
  }
  if (node.type === 'Identifier' && isGlobalUse(node, parent, key, own)) {
    const name = String(node.name);
    return isLacking(name) ? { feature: `api.${name}`, browsers: 'see MDN', name } : null;
  }
  return null;
}

/** Syntax, which a script can't ask for before it uses it. */
function unaskable(lack: Lacking | null): Named | null {
  return lack && { ...lack, name: null };
}

function lackingPattern({ pattern, flags }: { pattern: string; flags: string }): Lacking | null {
  const plain = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  const expressions = ['javascript', 'regular_expressions'];
  for (const [written, feature] of PATTERNS) {
    const lack = written.test(plain) ? lacking(...expressions, feature) : null;
    if (lack) {
      return lack;
    }
  }
  return flags.includes('v') ? lacking('javascript', 'builtins', 'RegExp', 'unicodeSets') : null;
}

function lackingMember(node: Node, parent: Node | null, key: string, own: Set<string>): Named | null {
  const name = memberName(node);
  if (name === null) {
    return null;
  }
  const object = node.object as Node;
  const owner = object.type === 'Identifier' && !own.has(String(object.name)) ? String(object.name) : null;
  if (owner !== null && (featureAt('api', owner) || featureAt('javascript', 'builtins', owner))) {
    const lack = lacking('api', owner, `${name}_static`) ?? lacking('javascript', 'builtins', owner, name);
    return lack && { ...lack, name };
  }
  if (owner === 'window' || owner === 'globalThis' || owner === 'self') {
    return isLacking(name) ? { feature: `api.${name}`, browsers: 'see MDN', name } : null;
  }
  const places = parent?.type === 'CallExpression' && key === 'callee' ? owners(name) : [];
  const lacks = places.map((place) => lacking(...place));
  const isEveryday = places.some((place) => EVERYDAY.includes(place.at(-2) ?? ''));
  const [first] = lacks;
  return first && isEveryday && lacks.every((lack) => lack !== null) ? { ...first, name } : null;
}

/** The name of a member as it is written, if it is. */
function memberName(node: Node): string | null {
  const property = node.property as Node;
  if (!node.computed) {
    return property.type === 'Identifier' ? String(property.name) : null;
  }
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

/** The names that a node asks for before they are used. */
function namesAskedFor(node: Node, parent: Node | null, key: string): string[] {
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

/** Whether an identifier reads a global name, and is no name of a property or of something that the script declares. */
function isGlobalUse(node: Node, parent: Node | null, key: string, own: Set<string>): boolean {
  const isPropertyName =
    (key === 'property' && parent?.computed === false) || (key === 'key' && parent?.computed === false);
  const isLabel = key === 'label' || key === 'imported' || key === 'exported' || key === 'meta';
  return !isPropertyName && !isLabel && !own.has(String(node.name));
}

/** The names that a script declares anywhere; a global one that it hides somewhere is not looked at. */
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
