import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { listenOn } from './listen.ts'

/** A server whose answer to /slow waits for `finish`; every other answer comes at once. */
async function givenServer() {
  let finish = () => {}
  let began = () => {}
  const isAsked = new Promise<void>((resolve) => {
    began = resolve
  })
  const server = createServer((request, response) => {
    if (request.url !== '/slow') return void response.end('at once')
    began()
    finish = () => void response.end('at last')
  })
  const listening = await listenOn(server, 0, '127.0.0.1', 'PORT')
  const { port } = server.address() as AddressInfo
  return { listening, port, isAsked, finish: () => finish() }
}

function ask(
  port: number,
  path: string,
  agent?: Agent,
): Promise<{ text: string; headers: IncomingMessage['headers'] }> {
  return new Promise((resolve, reject) => {
    get({ port, path, host: '127.0.0.1', ...(agent ? { agent } : {}) }, (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ text, headers: response.headers }))
    }).on('error', reject)
  })
}

test('a stop lets the open request finish, closes idle connections and takes no new ones', async () => {
  const { listening, port, isAsked, finish } = await givenServer()
  const agent = new Agent({ keepAlive: true })
  expect((await ask(port, '/', agent)).text).toBe('at once')
  const slow = ask(port, '/slow')
  await isAsked
  const closed = listening.close(60_000)
  await expect(ask(port, '/')).rejects.toThrow(/ECONNREFUSED/)
  finish()
  expect(await slow).toMatchObject({ text: 'at last', headers: { connection: 'close' } })
  await closed
  agent.destroy()
})

test('what is open after the grace is cut', async () => {
  const { listening, port, isAsked } = await givenServer()
  const slow = ask(port, '/slow')
  const cut = expect(slow).rejects.toThrow(/ECONNRESET|socket hang up/)
  await isAsked
  await listening.close(1)
  await cut
})
