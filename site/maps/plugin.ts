import type { Plugin } from 'vite';
import { basemap } from './basemap.ts';

/** Puts the basemap among the built files, under a hashed name that the manifest tells. */
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
