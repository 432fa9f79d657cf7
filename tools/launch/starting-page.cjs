// The page shown on the port while Learnt is being set up; it reloads until the server answers.
const http = require('node:http')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { root, say, Trouble } = require('./say.cjs')

/** @returns {Promise<{ close(): Promise<void>, step(text: string): void }>} */
async function showStartingPage() {
  const env = { ...readEnvFile(), ...process.env }
  const nothing = { close: async () => {}, step: () => {} }
  const port = Number(env.PORT || 3000)
  const contentPort = Number(env.CONTENT_PORT || 3001)
  // Wrong settings are listed by the server, all at once.
  if (![port, contentPort].every((one) => Number.isInteger(one) && one > 0 && one < 65536)) return nothing

  const hosts = hostsOf(env)
  // A proxy would take this page for the server, and requests would be lost that another process can answer.
  const isForPeople = !isElsewhere(env)
  let doing = 'Getting ready'
  const answer = (request, response) => {
    response.writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      connection: 'close',
    })
    response.end(request.method === 'HEAD' ? undefined : page(doing))
  }

  const servers = []
  const closeAll = async () => {
    await Promise.all(
      servers.splice(0).map((server) => {
        const closed = new Promise((done) => server.close(done))
        server.closeAllConnections?.()
        return closed
      }),
    )
  }
  // The content port is only tested: better to fail now than after the installation.
  for (const [name, number] of [
    ['CONTENT_PORT', contentPort],
    ['PORT', port],
  ])
    for (const host of hosts) {
      const server = http.createServer(answer)
      try {
        await new Promise((done, fail) => server.once('error', fail).listen({ port: number, host }, done))
        server.unref()
        servers.push(server)
      } catch (error) {
        if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') continue
        await closeAll()
        throw portTrouble(error, name, number) ?? error
      }
      if (name === 'CONTENT_PORT' || !isForPeople) await closeAll()
    }

  return {
    close: closeAll,
    step(text) {
      doing = text
    },
  }
}

function portTrouble(error, name, number) {
  if (error.code === 'EADDRINUSE')
    return new Trouble(
      `Port ${number} (${name}) is in use by another program, perhaps a Learnt that runs already. Stop that one, or choose other ports:\n  PORT=${number + 10} CONTENT_PORT=${number + 11} npm start`,
    )
  if (error.code === 'EACCES')
    return new Trouble(
      `Port ${number} (${name}) may not be used by this user: those below 1024 are for root. Choose a higher one and let a reverse proxy lead to it.`,
    )
  return undefined
}

/** As in apps/server/src/platform/env.ts: this machine only, unless PUBLIC_URL or HOST say otherwise. */
function hostsOf(env) {
  if (env.HOST && env.HOST !== 'localhost') return [env.HOST]
  return isElsewhere(env) && !env.HOST ? ['0.0.0.0'] : ['127.0.0.1', '::1']
}

/** PUBLIC_URL is not on this machine. */
function isElsewhere(env) {
  return Boolean(env.PUBLIC_URL) && !/^https?:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/i.test(env.PUBLIC_URL)
}

/** Only what the page needs; Node itself reads the file for the server. */
function readEnvFile() {
  let text = ''
  try {
    text = readFileSync(join(root, '.env'), 'utf8')
  } catch {}
  const values = {}
  for (const line of text.split('\n')) {
    const match = /^\s*(PORT|CONTENT_PORT|HOST|PUBLIC_URL)\s*=\s*["']?([^"'#\s]*)/.exec(line)
    if (match) values[match[1]] = match[2]
  }
  return values
}

function page(doing) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="1">
<title>Learnt is starting</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f7f7f7, #121212); color: light-dark(#192d3e, #e6e6e6); }
main { text-align: center; padding: 24px; }
h1 { font-weight: 600; font-size: 24px; margin: 0 0 8px; }
p { margin: 0; }
</style>
</head>
<body><main><h1>Learnt is starting</h1><p role="status">${toHtml(doing)} … ${say.elapsed()}</p></main></body>
</html>
`
}

function toHtml(text) {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

module.exports = { showStartingPage }
