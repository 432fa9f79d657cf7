const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { forgetWebBuild, getReady, viteConfigs, web } = require('./ready.cjs')
const { root, say, Trouble } = require('./say.cjs')
const { showStartingPage } = require('./starting-page.cjs')

const built = join(root, 'apps', 'server', 'dist', 'main.js')
/** For `npm run dev`. */
const source = join(root, 'apps', 'server', 'src', 'main.ts')
/** SQL is read and not imported, so Node must be told to watch it. */
const watched = [
  'apps/server/src',
  'apps/server/demo',
  'apps/server/sql',
  'apps/server/migrations',
  'packages/contract/src',
]

/** Half the memory at the same processor time; docs/operating.md, Memory, has the figures. */
const frugal = { words: ['--max-semi-space-size=8'], env: { MALLOC_ARENA_MAX: '2' } }

/** `npm start`: shows a page on the port from the first moment; the server takes the port when it is ready. */
async function serve(args, wanted) {
  const page = await showStartingPage()
  say.onStep = page.step
  const at = await getReady(wanted)
  const server = launch([at.node, ...frugal.words, ...serverWords(built, 'start', args)], {
    env: { ...frugal.env, ...at.env, LEARNT_LAUNCHER: 'yes' },
    // Only we get Ctrl-C, and we pass it on once; through the channel the server notices when we are killed.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  server.child.on('message', async (message) => {
    if (message?.learnt === 'step') page.step(String(message.text))
    if (message?.learnt !== 'take-port') return
    await page.close()
    if (server.child.connected) server.child.send({ learnt: 'port-free' })
  })
  const code = await server.ended
  await page.close()
  return code
}

/** `npm run dev`: rebuilds the web application and restarts the server when their sources change. */
async function develop(at, args) {
  forgetWebBuild()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const watchers = viteConfigs(web).map((config) =>
    launch([at.node, vite, 'build', '--config', config, '--watch', '--emptyOutDir', 'false', '--logLevel', 'warn'], {
      cwd: web,
      env: at.env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
  const watch = ['--watch-preserve-output', ...watched.map((folder) => `--watch-path=${join(root, folder)}`)]
  const server = launch([at.node, '--watch', ...watch, ...serverWords(source, 'start', args)], {
    env: at.env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await server.ended
  for (const watcher of watchers) watcher.child.kill()
  await Promise.all(watchers.map((watcher) => watcher.ended))
  return code
}

/** A command of the server's own program (seed, cli). */
function runServer(at, command, args) {
  return launch([at.node, ...serverWords(built, command, args)], { env: at.env, stdio: 'inherit' }).ended
}

/** A script of another workspace. */
function runScript(at, script, args) {
  const file = join(root, script)
  if (!existsSync(file)) throw new Trouble(`${script} is not there.`)
  return launch([at.node, file, ...args], { env: at.env, stdio: 'inherit' }).ended
}

function serverWords(main, command, args) {
  const file = join(root, '.env')
  return [...(existsSync(file) ? [`--env-file=${file}`] : []), main, command, ...args]
}

/** Runs it and passes each signal on once, because npm and the terminal both send them. */
function launch([program, ...words], options) {
  const child = spawn(program, words, { cwd: root, ...options })
  let lastSignal = 0
  const pass = (signal) => {
    // In the terminal's process group, the child has got the signal already.
    if (!options.detached && signal === 'SIGINT' && process.stdin.isTTY) return
    if (Date.now() - lastSignal < 1000) return
    lastSignal = Date.now()
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  // npm dies of a signal without telling us, because the shell in between passes nothing on.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500)
  if (!process.env.npm_lifecycle_event) clearInterval(watch)
  const ended = new Promise((done, fail) => {
    child.on('error', fail)
    child.on('exit', (code, signal) => {
      for (const one of signals) process.removeListener(one, pass)
      clearInterval(watch)
      done(code ?? 128 + (require('node:os').constants.signals[signal] ?? 0))
    })
  })
  return { child, ended }
}

module.exports = { serve, develop, runServer, runScript, launch }
