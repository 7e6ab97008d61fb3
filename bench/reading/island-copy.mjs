/**
 * Prints the sentences of the islands as JSON, by folder: the text of elements and of string literals.
 *
 *     node island-copy.mjs > copy.json
 */
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '../../site/node_modules/vite/dist/node/index.js';

const ISLANDS = fileURLToPath(new URL('../../site/islands/', import.meta.url));
/** Attributes whose value is not copy, although it may contain spaces. */
const NOT_COPY = ['autoComplete', 'className', 'd', 'style', 'viewBox'];
/** The placeholder for a value known only at run time. */
const VALUE = 'it';

/** Returns the text of an element including its children, such as a link within a sentence. */
function textOf(node) {
  switch (node.type) {
    case 'JSXText':
      return node.value;
    case 'JSXElement':
    case 'JSXFragment':
      return node.children.map(textOf).join('');
    case 'JSXExpressionContainer':
      return node.expression.type === 'Literal' ? String(node.expression.value) : VALUE;
    default:
      return '';
  }
}

function hasText(element) {
  return element.children.some((child) => child.type === 'JSXText' && child.value.trim() !== '');
}

/** Returns the sentences within a syntax tree. */
function sentences(node) {
  if (Array.isArray(node)) {
    return node.flatMap(sentences);
  }
  if (node === null || typeof node !== 'object') {
    return [];
  }
  switch (node.type) {
    case 'ImportDeclaration':
      return [];
    case 'JSXAttribute':
      return NOT_COPY.includes(node.name.name) ? [] : sentences(node.value);
    case 'JSXElement':
    case 'JSXFragment':
      return hasText(node) ? [textOf(node)] : Object.values(node).flatMap(sentences);
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked).join(VALUE)];
    default:
      return Object.values(node).flatMap(sentences);
  }
}

const copy = {};
for (const name of readdirSync(ISLANDS, { recursive: true }).sort()) {
  if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name) || name.startsWith('wire')) {
    continue;
  }
  const file = join(ISLANDS, name);
  const folder = relative(ISLANDS, dirname(file)) || 'islands';
  copy[folder] = [...(copy[folder] ?? []), ...sentences(parseSync(file, readFileSync(file, 'utf8')).program)];
}
writeSync(1, JSON.stringify(copy));
