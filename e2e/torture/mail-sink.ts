import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

/** A mail server that accepts everything and counts how often it got the same message. */
export interface MailSink {
  readonly url: string
  readonly port: number
  /** How often a message with this id was accepted. */
  readonly letters: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function startMailSink(): Promise<MailSink> {
  const letters = new Map<string, number>()
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    converse(socket, (id) => letters.set(id, (letters.get(id) ?? 0) + 1))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    letters,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The part of SMTP that is needed. */
function converse(socket: Socket, take: (id: string) => void): void {
  let text = ''
  let isLetter = false
  socket.write('220 sink\r\n')
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    for (;;) {
      const end = text.indexOf(isLetter ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const part = text.slice(0, end)
      text = text.slice(end + (isLetter ? 5 : 2))
      if (isLetter) {
        take(/^Message-ID:\s*<([^@>]+)/im.exec(part)?.[1] ?? 'without')
        isLetter = false
        socket.write('250 taken\r\n')
      } else if (/^DATA/i.test(part)) {
        isLetter = true
        socket.write('354 go on\r\n')
      } else if (/^QUIT/i.test(part)) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    }
  })
}
