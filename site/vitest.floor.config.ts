import { defineConfig } from 'vitest/config';

/** The lint of built files, `npm run floor`: it checks what visitors' browsers load, not the sources. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['lint/floor/built.floor.ts'],
    testTimeout: 60_000,
  },
});
