// The entry point of all commands: `npm start`, `npm test` and the others. Runs on any Node from 18 on without
// installed packages. It sets up what the command needs (runtime, packages, builds), each only once, and runs it.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { Trouble, root, say } = require('./launch/say.cjs')

const [command = 'start', ...args] = process.argv.slice(2)

/** The running server; only `dev` reads its sources. */
const everything = ['web', 'server']

/** `needs`: production packages or all of them; `builds`: what must be built. */
const commands = {
  start: {
    needs: 'prod',
    builds: everything,
    settings: true,
    run: () => require('./launch/serve.cjs').serve(args, commands.start),
  },
  // For a start without the launcher, behind a proxy: docs/operating.md.
  build: { needs: 'prod', builds: everything, run: async () => 0 },
  dev: { needs: 'all', builds: ['web'], run: (at) => require('./launch/serve.cjs').develop(at, args) },
  seed: { needs: 'prod', builds: ['server'], run: (at) => require('./launch/serve.cjs').runServer(at, 'seed', args) },
  cli: { needs: 'prod', builds: ['server'], run: (at) => require('./launch/serve.cjs').runServer(at, 'cli', args) },
  test: { needs: 'all', builds: everything, run: (at) => require('./launch/test.cjs').test(at, args) },
  check: { needs: 'all', builds: everything, run: (at) => require('./launch/check.cjs').check(at, args) },
  bench: {
    needs: 'all',
    builds: everything,
    run: (at) => require('./launch/serve.cjs').runScript(at, 'bench/run.ts', args),
  },
  torture: {
    needs: 'all',
    builds: everything,
    run: (at) => require('./launch/serve.cjs').runScript(at, 'e2e/torture.ts', args),
  },
  attack: {
    needs: 'all',
    builds: everything,
    run: (at) => require('./launch/serve.cjs').runScript(at, 'e2e/attack.ts', args),
  },
  axe: {
    needs: 'all',
    builds: everything,
    run: (at) => require('./launch/serve.cjs').runScript(at, 'e2e/axe.ts', args),
  },
  proof: { needs: 'all', builds: everything, run: (at) => require('./launch/proof.cjs').proof(at, args) },
  screens: {
    needs: 'all',
    builds: everything,
    run: (at) => require('./launch/serve.cjs').runScript(at, 'e2e/screens.ts', args),
  },
}

main().catch((error) => {
  if (error instanceof Trouble) say.trouble(error.message)
  else console.error(error)
  process.exitCode = 1
})

async function main() {
  const chosen = commands[command]
  if (!chosen) throw new Trouble(`There is no command ${command}. There are: ${Object.keys(commands).join(', ')}.`)
  if (process.platform === 'win32')
    throw new Trouble(
      'Learnt runs on Linux and macOS. On Windows use the Windows Subsystem for Linux (wsl --install) and run this there.',
    )
  const major = Number(process.versions.node.split('.')[0])
  if (major < 18)
    throw new Trouble(
      `Node ${process.versions.node} is too old to begin with; install Node 18 or newer from nodejs.org.`,
    )
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // seed and cli print only their result; all other commands introduce themselves.
  if (command === 'start' || command === 'dev') console.log(`Learnt ${version}`)
  if (command === 'start') process.exitCode = await chosen.run()
  else {
    const { getReady } = require('./launch/ready.cjs')
    process.exitCode = await chosen.run(await getReady(chosen))
  }
}
