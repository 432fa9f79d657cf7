import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tieToUs } from '../../apps/server/test/tie.ts'
import { pause } from './patience.ts'

/** The proxy before several processes. */
export interface Front {
  readonly by: string
  stop(): Promise<void>
}

/** nginx with the configuration of docs/operating.md if installed, else a small proxy with the needed part of it. */
export function startFront(port: number, behind: readonly number[]): Promise<Front> {
  const program = findNginx()
  return program === null ? startRoundRobin(port, behind) : startNginx(program, port, behind)
}

export function findNginx(): string | null {
  const programs = [process.env.LEARNT_NGINX ?? '', '/usr/sbin/nginx', 'nginx']
  return programs.find((one) => one !== '' && spawnSync(one, ['-v']).status === 0) ?? null
}

/** The documented blocks for the application, with these ports and without certificates. */
export function documentedNginx(port: number, behind: readonly number[]): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const block = /```nginx\n([\s\S]+?)```/.exec(text)?.[1] ?? ''
  const part = (pattern: RegExp): string => {
    const found = pattern.exec(block)?.[0]
    if (!found) throw new Error(`docs/operating.md has no ${pattern} in its example for nginx`)
    return found
  }
  const line = part(/server 127\.0\.0\.1:3000.*;/)
  const servers = behind.map((one) => `  ${line.replace('3000', String(one))}\n`).join('')
  return [
    part(/upstream learnt \{[\s\S]+?\n\}/).replace(/( {2}server .*\n)+/, servers),
    part(/map .*/),
    part(/server \{[\s\S]+?server_name learn\.example\.com[\s\S]+?\n\}/)
      .replace(/listen .*/, `listen 127.0.0.1:${port};`)
      .replace(/ {2}ssl_.*\n/g, '')
      .replace(/server_name .*/, 'server_name localhost;')
      // The browser names a port only if it is not the usual one of https.
      .replace('Host $host', 'Host $http_host'),
  ].join('\n')
}

async function startNginx(program: string, port: number, behind: readonly number[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'learnt-nginx-'))
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error')} warn;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')}
${documentedNginx(port, behind)}
}`,
  )
  const child = spawn(program, ['-p', folder, '-e', join(folder, 'error'), '-c', file], { stdio: 'ignore' })
  const tie = tieToUs('rm -rf "$1"', folder)
  tie(child.pid as number)
  await untilListening(child, port)
  return {
    by: 'nginx',
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
      tie(null)
    },
  }
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    const isThere = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await pause(50)
  }
}

/** In turn; requests that a process refuses or drops without an answer go to the next. */
async function startRoundRobin(port: number, behind: readonly number[]): Promise<Front> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 })
  let turn = 0
  const passOn = (
    of: { asked: IncomingMessage; body: Buffer; answer: ServerResponse; first: number },
    tries = 0,
  ): void => {
    const { asked, body, answer, first } = of
    const target = behind[(first + tries) % behind.length]
    const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress ?? '', connection: 'keep-alive' }
    const passed = request(
      { agent, host: '127.0.0.1', port: target, method: asked.method, path: asked.url, headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
        reply.on('error', () => answer.destroy())
      },
    )
    passed.on('error', () => {
      // A kept connection may have ended and the next process may be away, so each gets two tries.
      if (answer.headersSent) answer.destroy()
      else if (tries + 1 < 2 * behind.length) passOn(of, tries + 1)
      else answer.writeHead(502).end()
    })
    passed.end(body)
  }
  const server = createServer(async (asked, answer) => {
    const body: Buffer[] = []
    for await (const chunk of asked) body.push(chunk as Buffer)
    passOn({ asked, body: Buffer.concat(body), answer, first: turn++ })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    by: 'a proxy by turns, as no nginx is installed here',
    async stop() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
