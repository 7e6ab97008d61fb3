// @vitest-environment node
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadInBareEngine, type Render } from './support/bare-engine';
import { ISLAND_SAMPLES } from './support/samples';

let render: Render;

beforeAll(async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const outDir = 'node_modules/.cache/server-bundle-test';
  await build({
    root,
    logLevel: 'error',
    build: { ssr: 'islands/entry-server.tsx', outDir, emptyOutDir: true },
  });
  render = loadInBareEngine(`${root}/${outDir}/ssr.js`);
}, 60_000);

describe.each(ISLAND_SAMPLES)('$name', ({ island, props }) => {
  const draw = () => render(island, JSON.stringify(props), `${island}-`);

  it('renders the same markup twice in a bare engine', () => {
    const first = draw();
    expect(first.length).toBeGreaterThan(20);
    expect(draw()).toBe(first);
  });

  it('has no hidden failure, style attribute, or script', () => {
    expect(draw()).not.toMatch(/<!--\$!-->|\sstyle=|<script|\son[a-z]+=/);
  });

  it('has unique ids', () => {
    const ids = [...draw().matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('lists the existing islands when an unknown one is requested', () => {
  expect(() => render('map', '{}', 'map-')).toThrow(
    /no island 'map'.*search-box, results, saved, study, deleteme, upload, medical-records, enroll/,
  );
});
