import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { BUILD_TARGETS } from './floor.ts';
import { basemapFile } from './maps/plugin.ts';

/** React's renderer for engines without streams. The package does not export it, so it is imported by path. */
function serverRenderer(kind: string): string {
  const file = `./node_modules/react-dom/cjs/react-dom-server-legacy.browser.${kind}.js`;
  return fileURLToPath(new URL(file, import.meta.url));
}

/**
 * Keeps plain `import()`. Vite wraps it in a helper that loads styles, which no island has. The helper would make the
 * hashed chunks import the entry, whose name is stable while its content changes.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    configResolved({ plugins }) {
      const wrappers = plugins.filter(
        ({ name }) => name.includes('import-analysis') && name.includes('build'),
      );
      for (const plugin of wrappers) {
        (plugins as Plugin[]).splice(plugins.indexOf(plugin), 1);
      }
    },
  };
}

/**
 * Drops the hooks of Downshift that no island uses. Each has a static assignment at module level, which keeps the whole
 * hook in the bundle, a third of the search box.
 */
function dropUnusedHooks(): Plugin {
  const statics = /^(useSelect|useMultipleSelection|useTagGroup)\.stateChangeTypes = .*;$/gm;
  return {
    name: 'combobox-alone',
    transform(code, id) {
      return id.includes('/downshift/dist/') ? { code: code.replace(statics, ''), map: null } : null;
    },
  };
}

/**
 * Silences the console in the line of voice calls. Its SDK logs the name of the call's room, and livekit the addresses of
 * its hosts. Livekit's own log switch would store its setting in the visitor's browser.
 */
function silentLine(): Plugin {
  const line = /\/node_modules\/(retell-client-js-sdk|livekit-client)\/dist\//;
  const quiet = 'const console = { log() {}, info() {}, warn() {}, error() {} };\n';
  return {
    name: 'quiet-line',
    transform(code, id) {
      return line.test(id) ? { code: quiet + code, map: null } : null;
    },
  };
}

/** Names a chunk by the folder of its island, else by its own name. */
function chunkName({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const island = /islands\/([a-z-]+)\/mount\.tsx$/.exec(facadeModuleId ?? '')?.[1];
  return `assets/${island ?? '[name]'}-[hash].js`;
}

/** The browser's bundle: one small entry with a stable name, and everything else with hashed names. */
function clientBuild(outDir: string) {
  return {
    outDir,
    target: BUILD_TARGETS,
    cssTarget: BUILD_TARGETS,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: false as const,
    rolldownOptions: {
      input: {
        entry: 'islands/entry.ts',
        styles: 'styles/index.css',
        previews: 'styles/previews.css',
      },
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: chunkName,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Scripts without React share these; the thank-you page uses only the first two.
            { name: 'deadline', test: /islands\/backend\/deadline\.ts$/, priority: 2 },
            { name: 'session', test: /islands\/backend\/(session|sent-form)\.ts$/, priority: 2 },
            { name: 'element', test: /islands\/element\.ts$/, priority: 2 },
            { name: 'mail-link', test: /islands\/mail-link\.ts$/, priority: 2 },
            { name: 'channel-names', test: /islands\/channel-names\.ts$/, priority: 2 },
            { name: 'local-time', test: /islands\/local-time\.ts$/, priority: 2 },
            { name: 'leave-for', test: /islands\/leave-for\.ts$/, priority: 2 },
            {
              name: 'call',
              test: /islands\/backend\/(backend-error|call|problem-shape)\.ts$/,
              priority: 1,
            },
            {
              name: 'in-words',
              test: /islands\/(study\/(who-can-join|places|plain-date|site-choice)\.ts|messages\/study\.ts)$/,
            },
            {
              name: 'shared',
              test: /islands\/(?!search-|saved-)[\w-]+\.tsx?$|islands\/parts\/(?!alert-|error-)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  };
}

/** The generator's bundle: one file without imports that runs in a bare JavaScript engine. */
function serverBuild(outDir: string) {
  return {
    outDir,
    copyPublicDir: false,
    rolldownOptions: {
      output: { format: 'es' as const, entryFileNames: 'ssr.js', codeSplitting: false },
    },
  };
}

export default defineConfig(({ mode, isSsrBuild }) => {
  const kind = mode === 'development' ? 'development' : 'production';
  const suffix = kind === 'development' ? '-dev' : '';
  return {
    plugins: [plainImports(), dropUnusedHooks(), silentLine(), basemapFile()],
    define: { 'process.env.NODE_ENV': JSON.stringify(kind) },
    oxc: { jsx: { runtime: 'automatic' as const, development: kind === 'development' } },
    resolve: {
      alias: isSsrBuild ? { 'react-dom/server': serverRenderer(kind) } : {},
    },
    ssr: { noExternal: true as const, target: 'webworker' as const },
    build: isSsrBuild ? serverBuild(`dist/ssr${suffix}`) : clientBuild(`dist/client${suffix}`),
  };
});
