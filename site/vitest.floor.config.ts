import { defineConfig } from 'vitest/config';

/** The lint of built files, `npm run floor`: what visitors' browsers load, and not what it is made from. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['lint/floor/built.floor.ts'],
    testTimeout: 60_000,
  },
});
