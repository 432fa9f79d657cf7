import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { guardSwitches } from './guard-switches.ts'

// The server's sources with a switch at every guard; only for guards.attack.ts.
export default defineConfig({
  plugins: [guardSwitches(join(import.meta.dirname, '../../src'))],
  test: {
    name: 'guards',
    root: join(import.meta.dirname, '../..'),
    include: ['test/attack/guards.attack.ts'],
    globalSetup: join(import.meta.dirname, '../global-setup.ts'),
    hookTimeout: 60_000,
  },
})
