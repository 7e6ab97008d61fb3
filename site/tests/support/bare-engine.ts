import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

/** The generator's interface for rendering an island. */
export type Render = (island: string, props: string, prefix: string) => string;

/** Loads a server bundle in a context with nothing but the language and a console. */
export function loadInBareEngine(bundle: string): Render {
  const quiet = () => {};
  const context = createContext({
    console: { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet },
  });
  const source = readFileSync(bundle, 'utf8').replace(
    /export\s*\{\s*render\s*\};?/,
    'globalThis.render = render;',
  );
  runInContext(source, context, { filename: 'ssr.js' });
  return (context as unknown as { render: Render }).render;
}
