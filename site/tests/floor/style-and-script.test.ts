// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { styleFaults } from '../../lint/floor/css';
import { markupFaults } from '../../lint/floor/markup';
import { scriptFaults } from '../../lint/floor/script';

describe('the lint of templates', () => {
  it.each([
    ['<details class="a" name="b"></details>', 'html.elements.details.name'],
    ['<p\n{% if a -%}\nclass="{{ a }}"\n{% endif -%}\n inert>words</p>', 'html.global_attributes.inert'],
    ['{# why #}<search></search>', 'html.elements.search'],
  ])('finds the markup %s', (template, feature) => {
    expect(markupFaults(template).map((missing) => missing.feature)).toEqual([feature]);
  });

  it('accepts other markup', () => {
    const template =
      '<details open{% if a %} id="{{ a }}"{% endif %}>name="b" <!-- <x> --> 1 < 2 {{ "<search>" }}</details>';
    expect(markupFaults(template)).toEqual([]);
  });
});

describe('the lint of styles', () => {
  it.each([
    ['@media (width <= 47.99rem) { a { color: red } }', 'css.at-rules.media.range_syntax'],
    ['@media (20rem < width < 40rem) { a { color: red } }', 'css.at-rules.media.range_syntax'],
    ['@media (height >= 30rem) { a { color: red } }', 'css.at-rules.media.range_syntax'],
    ['@container (min-width: 1rem) { a { color: red } }', 'css.at-rules.container'],
    ['@starting-style { a { color: red } }', 'css.at-rules.starting-style'],
    ['@scope (a) { b { color: red } }', 'css.at-rules.scope'],
    ['a:has(b) { color: red }', 'css.selectors.has'],
    ['a { &:hover { color: red } }', 'css.selectors.nesting'],
    ['a:user-invalid { color: red }', 'css.selectors.user-invalid'],
    ['a { height: 100dvh }', 'css.types.length.viewport_percentage_units_dynamic'],
    ['a { height: calc(100svh - 1rem) }', 'css.types.length.viewport_percentage_units_small'],
    ['a { height: 100lvh }', 'css.types.length.viewport_percentage_units_large'],
    ['a { width: 10cqw }', 'css.types.length.container_query_length_units'],
    ['a { --tall: 100dvh }', 'css.types.length.viewport_percentage_units_dynamic'],
    ['a { translate: -50% -50% }', 'css.properties.translate'],
    ['a { rotate: 45deg }', 'css.properties.rotate'],
    ['a { scale: 2 }', 'css.properties.scale'],
    ['a { color: color-mix(in srgb, red, blue) }', 'css.types.color.color-mix'],
    ['a { color: oklch(50% 0.1 200) }', 'css.types.color.oklch'],
    ['a { color: light-dark(red, blue) }', 'css.types.color.light-dark'],
    ['a { align-content: start }', 'css.properties.align-content.start'],
    ['a { field-sizing: content }', 'css.properties.field-sizing'],
    ['a { width: round(1.5px, 1px) }', 'css.types.round'],
    // The fallback comes too late: the older declaration wins in every browser.
    ['a { height: 100dvh; height: 100vh }', 'css.types.length.viewport_percentage_units_dynamic'],
    // The condition checks for another feature.
    ['@supports (gap: 1px) { a:has(b) { color: red } }', 'css.selectors.has'],
  ])('finds the fault of %s', (css, feature) => {
    expect(styleFaults(css).map((fault) => fault.feature)).toContain(feature);
  });

  it.each([
    '@media (max-width: 47.99rem) and (min-height: 20rem) { a { color: red } }',
    '@media print { a { inset: 0 } }',
    '@layer one, two; @layer one { a { color: red } }',
    'a { height: 100vh; height: 100dvh }',
    'a { -webkit-print-color-adjust: exact; print-color-adjust: exact }',
    '@supports selector(:has(*)) { a:has(b) { color: red } }',
    '@supports (height: 100dvh) { :root { --screen: 100dvh } }',
    'a:is(b, c):not([d]):focus-visible { margin-inline: 1rem; aspect-ratio: 1 }',
    'a { width: min(1rem, 50vw); accent-color: red; transform: translate(-50%, -50%) rotate(45deg) }',
  ])('accepts %s', (css) => {
    expect(styleFaults(css)).toEqual([]);
  });
});

describe('the lint of built scripts', () => {
  it.each([
    ["URL.canParse('a')", 'api.URL.canParse_static'],
    ['[1].toSorted()', 'javascript.builtins.Array.toSorted'],
    ["Object.groupBy([], () => 'a')", 'javascript.builtins.Object.groupBy'],
    ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['AbortSignal.any([])', 'api.AbortSignal.any_static'],
    ['new CompressionStream("gzip")', 'api.CompressionStream'],
    ['window.requestIdleCallback(a)', 'api.requestIdleCallback'],
    ['requestIdleCallback(a)', 'api.requestIdleCallback'],
    ['a.checkVisibility()', 'api.Element.checkVisibility'],
    ['/(?<=a)b/.test(a)', 'javascript.regular_expressions.lookbehind_assertion'],
    ['/(?<!a)b/.test(a)', 'javascript.regular_expressions.lookbehind_assertion'],
    ['/[a--b]/v.test(a)', 'javascript.builtins.RegExp.unicodeSets'],
    ['class A { static { this.b = 1 } }', 'javascript.classes.static.initialization_blocks'],
  ])('finds the fault of %s', (code, feature) => {
    expect(scriptFaults(code).map((fault) => fault.feature)).toEqual([feature]);
  });

  it.each([
    'URL.canParse?.(a)',
    'structuredClone(a); [1].findLast((b) => b); [1].at(-1); Object.hasOwn(a, "b")',
    'typeof requestIdleCallback === "function" && requestIdleCallback(a)',
    'if (b && window.requestIdleCallback) { window.requestIdleCallback(a) }',
    '"toSorted" in a ? a.toSorted() : a.slice().sort()',
    'try { a.checkVisibility() } catch {}',
    'var n; (n = Error.captureStackTrace) == null || n.call(Error, a)',
    '/(?<name>a)[(?<=]b/.test(a)',
    'function toSorted(CompressionStream) { return new CompressionStream() }',
  ])('accepts %s', (code) => {
    expect(scriptFaults(code)).toEqual([]);
  });
});
