import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The code of an authenticator app for a key (RFC 6238), now or this many steps of thirty seconds later. */
export function codeOf(key: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', decode(key)).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function decode(key: string): Buffer {
  const bits = [...key.replace(/\s/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export async function keepCodes(page: Page): Promise<string[]> {
  await page.getByText('Save your recovery codes').waitFor()
  const codes = await page.locator('ol code').allTextContents()
  expect(codes).toHaveLength(10)
  const goOn = page.getByRole('button', { name: 'Continue' })
  expect(await goOn.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'I have saved them in a safe place' }).check()
  await goOn.click()
  return codes
}

export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code from your authenticator app' })
