import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passwordHashes } from '../metrics.ts'
import { hashCheaply, hashPassword, needsRehash, useStrongHashes, verifyPassword } from './password.ts'

const computed = async () => (await passwordHashes.get()).values[0]?.value ?? 0

describe('passwords as people’s are kept', () => {
  beforeEach(useStrongHashes)

  it('are hashed as OWASP asks: argon2id with 19 MiB, two passes and one lane', async () => {
    const hash = await hashPassword('Correct-horse-42')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword('Correct-horse-42', hash)).toBe(true)
    expect(needsRehash(hash)).toBe(false)
  })

  it('are never hashed cheaply outside of tests', async () => {
    const program = `const { hashCheaply } = await import(${JSON.stringify(new URL('./password.ts', import.meta.url).href)})
      hashCheaply()`
    const { VITEST: _, ...env } = process.env
    await expect(
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env }),
    ).rejects.toThrow('Only tests may')
  })

  it('are hashed anew where the parameters were others', async () => {
    hashCheaply()
    const cheap = await hashPassword('Correct-horse-42')
    useStrongHashes()
    expect(needsRehash(cheap)).toBe(true)
    expect(await verifyPassword('Correct-horse-42', cheap)).toBe(true)
    expect(needsRehash('$2b$10$of-another-kind')).toBe(true)
  })
})

describe('comparing a password', () => {
  let hash: string
  beforeAll(async () => {
    hashCheaply()
    hash = await hashPassword('Correct-horse-42')
  })

  it('accepts the right one alone', async () => {
    const words = ['Correct-horse-42', 'Wrong-horse-42', 'correct-horse-42', 'Correct-horse-42']
    expect(await Promise.all(words.map((word) => verifyPassword(word, hash)))).toEqual([true, false, false, true])
    expect(await hashPassword('Correct-horse-42')).not.toBe(hash)
  })

  it('computes as much where there is no account, or no hash that can be read', async () => {
    for (const kept of [hash, null, 'unreadable']) {
      const before = await computed()
      expect(await verifyPassword('Wrong-horse-42', kept)).toBe(false)
      expect((await computed()) - before).toBe(1)
    }
  })

  it('takes a letter as the same, however the keyboard writes it', async () => {
    const composed = await hashPassword('Gr\u00fc\u00dfe-und-mehr')
    expect(await verifyPassword('Gru\u0308\u00dfe-und-mehr', composed)).toBe(true)
  })

  it('refuses a caller when 300 are waiting, and goes on with those', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 400 }, () => verifyPassword('Correct-horse-42', hash)),
    )
    const done = answers.filter((one) => one.status === 'fulfilled')
    const refused = answers.filter((one) => one.status === 'rejected')
    expect(done.every((one) => one.value)).toBe(true)
    expect(done.length).toBeGreaterThan(300)
    expect(done.length).toBeLessThanOrEqual(302)
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '5' } })
    expect(await verifyPassword('Correct-horse-42', hash)).toBe(true)
  })
})
