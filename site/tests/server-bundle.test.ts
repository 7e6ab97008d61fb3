// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Render, renderInBareEngine } from './support/bare-engine';
import { DRAWINGS } from './support/samples';

let render: Render;

beforeAll(async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const outDir = 'node_modules/.cache/server-bundle-test';
  await build({
    root,
    logLevel: 'error',
    build: { ssr: 'islands/entry-server.tsx', outDir, emptyOutDir: true },
  });
  render = renderInBareEngine(`${root}/${outDir}/ssr.js`);
}, 60_000);

describe.each(DRAWINGS)('$name', ({ island, props }) => {
  const draw = () => render(island, JSON.stringify(props), `${island}-`);

  it('is drawn in a bare engine, twice the same', () => {
    const first = draw();
    expect(first.length).toBeGreaterThan(20);
    expect(draw()).toBe(first);
  });

  it('has no hidden failure, no style attribute and no script', () => {
    expect(draw()).not.toMatch(/<!--\$!-->|\sstyle=|<script|\son[a-z]+=/);
  });

  it('has ids only below its own prefix or with names of their own', () => {
    const ids = [...draw().matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('names the islands that exist when another is asked for', () => {
  expect(() => render('map', '{}', 'map-')).toThrow(
    /no island 'map'.*search-box, results, saved, study, deleteme, upload, medical-records, enroll/,
  );
});
