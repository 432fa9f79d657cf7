import { defineConfig } from 'vitest/config'
import { browserTests } from './vitest.config.ts'

/** Files that freeze or kill servers of their own, or measure: one at a time, with the machine to themselves. */
const alone = ['player/*.proof.ts', 'two-processes.proof.ts']
const each = { ...browserTests, testTimeout: 600_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...each, name: 'proof', include: ['**/*.proof.ts'], exclude: alone, sequence: { groupOrder: 1 } },
      },
      {
        test: {
          ...each,
          name: 'proof alone',
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
