import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Half of the time is waiting for the database, so two are faster than one also where there are two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['{src,test,demo}/**/*.test.ts'],
          globalSetup: join(import.meta.dirname, 'apps/server/test/global-setup.ts'),
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          root: 'apps/web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [join(import.meta.dirname, 'apps/web/src/testing/frames.ts')],
        },
      },
    ],
  },
})
