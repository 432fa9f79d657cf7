import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from '../tools/slow-first.ts'

/** For both kinds of browser tests: those of `npm test`, and with vitest.proof.config.ts those of `npm run proof` alone. */
export const browserTests = {
  root: import.meta.dirname,
  globalSetup: './given/shared-server.ts',
  setupFiles: [join(import.meta.dirname, '../tools/count-cpu.ts'), './given/devices-end.ts'],
  // Each worker has a server and a browser, which its files share. Half of the time is waiting, so three are faster than two.
  maxWorkers: 3,
  sequence: { sequencer: SlowFirst },
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // What is waited for takes as long as it takes on a machine that does other things too.
  expect: { poll: { timeout: 90_000 } },
  // what was found is to be read where only the first line of a complaint is kept
  chaiConfig: { truncateThreshold: 1000 },
}

export default defineConfig({ test: { ...browserTests, name: 'e2e', include: ['**/*.test.ts'] } })
