import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './tools/slow-first.ts'

const countCpu = join(import.meta.dirname, 'tools/count-cpu.ts')

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          setupFiles: [countCpu],
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['{src,test,demo}/**/*.test.ts'],
          globalSetup: join(import.meta.dirname, 'apps/server/test/global-setup.ts'),
          setupFiles: [countCpu, join(import.meta.dirname, 'apps/server/test/setup.ts')],
          // A worker loads the server once for all its files; each has a database of its own.
          isolate: false,
          // Half of the time is waiting for the database, so three are faster than two also where there are two cores.
          maxWorkers: Math.max(3, availableParallelism()),
          // Vitest asks for another group where there are other numbers of workers.
          sequence: { groupOrder: 1 },
          // What is waited for takes as long as it takes on a machine that does other things too.
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'web',
          root: 'apps/web',
          environment: 'jsdom',
          // One window and one set of modules for all files of a worker; setup.ts cleans up after each test.
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          include: ['src/**/*.test.{ts,tsx}'],
          // the navigation and the rules of addresses know the pages by the table of routes
          setupFiles: [
            countCpu,
            ...['testing/setup.ts', 'start/routes.ts'].map((file) => join(import.meta.dirname, 'apps/web/src', file)),
          ],
        },
      },
    ],
  },
})
