import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { startRounds } from './rounds.ts'

const app = await testApp()

it('a round over many tenants ends between two of them when the process stops, and begins again another time', async () => {
  const seen: number[] = []
  const tenants = 1000
  const rounds = startRounds(app.services, [
    {
      name: 'test.long',
      everyMs: 60_000,
      async run(_, stopping) {
        for (let tenant = 0; tenant < tenants && !stopping.aborted; tenant++) {
          seen.push(tenant)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
    },
  ])
  while (seen.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
  await rounds.stop()
  expect(seen.length).toBeLessThan(tenants)
})
