import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** What measures, kills or freezes servers of its own: one file at a time, with the machine to itself. */
const alone = [
  'browser.test.ts',
  'hostile-package.test.ts',
  'launcher.test.ts',
  'player/*.test.ts',
  'torture.test.ts',
  'two-processes.test.ts',
]
const each = {
  root: import.meta.dirname,
  setupFiles: [join(import.meta.dirname, '../tools/count-cpu.ts')],
  // A browser stumbles now and then over what no page did; `npm test` ends with the names of what needed it.
  retry: 1,
  testTimeout: 600_000,
  hookTimeout: 300_000,
  // What is waited for takes as long as it takes on a machine that does other things too.
  expect: { poll: { timeout: 90_000 } },
  // what was found is to be read where only the first line of a complaint is kept
  chaiConfig: { truncateThreshold: 1000 },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...each,
          name: 'e2e',
          include: ['**/*.test.ts'],
          exclude: alone,
          globalSetup: './given/shared-server.ts',
          // Each has a server and a browser. Half of the time is waiting, so two are faster than one.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...each, name: 'e2e alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
