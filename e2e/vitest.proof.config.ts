import { defineConfig } from 'vitest/config'
import { browserTests } from './vitest.config.ts'

/** What freezes or kills servers of its own, or measures: one file at a time, with the machine to itself. */
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
