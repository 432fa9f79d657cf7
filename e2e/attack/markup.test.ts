import { expect, test } from 'vitest'
import { sharedBrowser } from '../given/devices.ts'
import { learntUrl } from '../given/learnt-url.ts'
import { markupAttack } from './markup.ts'

test('markup in every field is shown as text on every page', async () => {
  const { findings, ...numbers } = await markupAttack({
    url: learntUrl(),
    browser: await sharedBrowser(),
    seed: process.env.ATTACK_SEED ?? 'short',
    payloads: 4,
    brief: true,
    say: (line) => void process.stdout.write(`${line}\n`),
  })
  process.stdout.write(`attack markup: ${JSON.stringify(numbers)}\n`)
  expect(findings).toEqual([])
  // Shown as text at least once, else nothing was tested.
  expect(numbers.shown).toBeGreaterThan(numbers.pages / 3)
  expect(numbers.written).toBeGreaterThan(20)
})
