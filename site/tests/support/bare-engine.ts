import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';

/** The generator's interface for rendering an island. */
export type Render = (island: string, props: string, prefix: string) => string;

/** What our engine adds to the language. */
const HOST = fileURLToPath(new URL('../../../rendering/src/host.js', import.meta.url));

/** Loads a server bundle in a context with nothing but the language and what our engine adds. */
export function loadInBareEngine(bundle: string): Render {
  const context = createContext({});
  runInContext(readFileSync(HOST, 'utf8'), context, { filename: 'host.js' });
  const source = readFileSync(bundle, 'utf8').replace(
    /export\s*\{\s*render\s*\};?/,
    'globalThis.render = render;',
  );
  runInContext(source, context, { filename: 'ssr.js' });
  return (context as unknown as { render: Render }).render;
}
