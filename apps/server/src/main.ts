// NOTE no static import: under an older Node it would fail before anything could be said
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `Learnt needs Node 24.15 or newer, and this is Node ${process.versions.node}. npm start and npm run build fetch one into .runtime; docs/operating.md says how to use that.\n`,
  )
  process.exit(1)
}
const { enableCompileCache } = await import('node:module')
enableCompileCache()
const { runCommand } = await import('./commands.ts')
const { SettingsError } = await import('./platform/env.ts')

// A reader of the output may leave (`… | head`); the command still does its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

try {
  await runCommand(process.argv[2] ?? 'start', process.argv.slice(3))
} catch (error) {
  // What an operator can mend is a sentence; what is our fault shows where it happened.
  const expected =
    error instanceof SettingsError || (error instanceof Error && /Refused|InUse|StartError|CliError/.test(error.name))
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`)
  process.exit(1)
}
