import type { Plugin } from 'vite';
import { basemap } from './basemap.ts';

/** Adds the basemap to the built files, with a hashed name that the manifest lists. */
export function basemapFile(): Plugin {
  return {
    name: 'basemap-file',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        name: 'basemap.svg',
        originalFileName: 'maps/basemap.svg',
        source: basemap(),
      });
    },
  };
}
