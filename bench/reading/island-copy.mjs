/**
 * The sentences of the islands, by folder, as JSON: the text of their elements, and what stands in quotes.
 *
 *     node island-copy.mjs > copy.json
 */
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '../../site/node_modules/vite/dist/node/index.js';

const ISLANDS = fileURLToPath(new URL('../../site/islands/', import.meta.url));
/** Attributes whose value is no copy, although it may have spaces. */
const NO_COPY = ['autoComplete', 'className', 'd', 'style', 'viewBox'];
/** What stands for a value that only a visit knows. */
const VALUE = 'it';

/** The text of an element with what stands within it, such as a link in the middle of a sentence. */
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

/** The sentences within a part of a program. */
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
      return NO_COPY.includes(node.name.name) ? [] : sentences(node.value);
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
