import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from '../tools/slow-first.ts'

/**
 * For both kinds of browser tests: those of `npm test`, and with vitest.proof.config.ts the others of `npm run proof`.
 */
export const browserTests = {
  root: import.meta.dirname,
  globalSetup: './given/shared-server.ts',
  setupFiles: [join(import.meta.dirname, '../tools/count-cpu.ts'), './given/devices-end.ts'],
  // Each worker has a server and a browser, which its files share. Half of the time is waiting, so three workers are
  // faster than two.
  maxWorkers: 3,
  sequence: { sequencer: SlowFirst },
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Generous waits, because the machine may be busy.
  expect: { poll: { timeout: 90_000 } },
  // shows findings in the first line of an error, which is all that some reports keep
  chaiConfig: { truncateThreshold: 1000 },
}

export default defineConfig({ test: { ...browserTests, name: 'e2e', include: ['**/*.test.ts'] } })
