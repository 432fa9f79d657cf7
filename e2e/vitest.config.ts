import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './given/shared-server.ts',
    // One server and one browser at a time: they share the machine with what they measure.
    fileParallelism: false,
    // A browser stumbles now and then over what no page did; `npm test` ends with the names of what needed it.
    retry: 1,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // What is waited for takes as long as it takes on a machine that does other things too.
    expect: { poll: { timeout: 30_000 } },
  },
})
