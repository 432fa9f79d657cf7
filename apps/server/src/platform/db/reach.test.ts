import { createServer } from 'node:net'
import { describe, expect, inject, it } from 'vitest'
import { ask } from '../../../test/connection.ts'
import { DatabaseRefused, reachDatabase } from './reach.ts'

const { adminUrl, appUrl, prefix } = inject('learntTestCluster')
const changed = (change: Partial<Pick<URL, 'password' | 'pathname' | 'hostname' | 'port' | 'search'>>) =>
  Object.assign(new URL(appUrl), change).href
const once = { seconds: 0, say: () => {} }

describe('a database that cannot be used is named by its setting', () => {
  it.each([
    [
      'a wrong password',
      changed({ password: 'wrong-and-secret' }),
      /the password of \w+ is wrong; .* in DATABASE_PASSWORD/,
    ],
    ['no such database', changed({ pathname: '/nothing' }), /no database nothing/],
    ['no such machine', 'postgres://a:secret@nowhere.invalid/x', /no machine called nowhere\.invalid/],
  ])('%s', async (_, url, sentence) => {
    const refusal = await reachDatabase('DATABASE_URL', url, once).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(DatabaseRefused)
    expect((refusal as Error).message).toMatch(/^DATABASE_URL: /)
    expect((refusal as Error).message).toMatch(sentence)
    expect((refusal as Error).message).not.toContain('secret')
  })

  it('of another encoding than UTF8', async () => {
    await ask(adminUrl, `create database ${prefix}_ascii encoding 'SQL_ASCII' locale 'C' template template0`)
    const reaching = reachDatabase('DATABASE_URL', changed({ pathname: `/${prefix}_ascii` }), once)
    await expect(reaching).rejects.toThrow(/^DATABASE_URL: .* has the encoding SQL_ASCII, and Learnt needs UTF8/)
  })

  it('that answers lets the start go on', async () => {
    await reachDatabase('DATABASE_URL', appUrl, once)
  })

  it('that comes later is waited for, and only for so long', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    const said: string[] = []
    const url = `postgres://a:b@127.0.0.1:${port}/x`
    const waiting = reachDatabase('DATABASE_ADMIN_URL', url, { seconds: 1, say: (line) => said.push(line) })
    await expect(waiting).rejects.toThrow(`DATABASE_ADMIN_URL: nothing answers at 127.0.0.1:${port}`)
    expect(said).toEqual(['Waiting up to 1 s for the database of DATABASE_ADMIN_URL ...'])
  })
})
