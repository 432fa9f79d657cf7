import { enableCompileCache } from 'node:module'

enableCompileCache()
const { runCommand } = await import('./commands.ts')
const { SettingsError } = await import('./platform/env.ts')

// Whoever reads along may leave (`… | head`); what was asked for is done all the same.
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
