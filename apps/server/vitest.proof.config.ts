import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// What `npm run proof` has and CI has not: files named *.proof.ts, and in full those of which CI runs a sample.
const samples = [
  'demo/own-tenants.test.ts',
  'src/operating/documented-roles.test.ts',
  'src/features/assignments/rollups.test.ts',
  'src/features/packages/{archive,packages}.test.ts',
  'src/features/reports/as-of.test.ts',
  'src/features/schedules/schedules.test.ts',
  'src/platform/db/{flush,versions}.test.ts',
  'src/platform/jobs/worker.test.ts',
  'src/platform/live/hub.test.ts',
  'test/attack/rights-model.test.ts',
]

export default defineConfig({
  test: {
    name: 'server proof',
    root: import.meta.dirname,
    include: ['{src,test,demo}/**/*.proof.ts', ...samples],
    env: { LEARNT_PROOF: 'yes' },
    globalSetup: join(import.meta.dirname, 'test/global-setup.ts'),
    setupFiles: [join(import.meta.dirname, 'test/setup.ts')],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
