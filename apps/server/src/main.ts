import { enableCompileCache } from 'node:module'

enableCompileCache()
const { runCommand } = await import('./commands.ts')
const { SettingsError } = await import('./platform/env.ts')

try {
  await runCommand(process.argv[2] ?? 'start', process.argv.slice(3))
} catch (error) {
  // What an operator can mend is a sentence; what is our fault shows where it happened.
  const expected =
    error instanceof SettingsError || (error instanceof Error && /Refused|InUse|StartError|CliError/.test(error.name))
  process.stderr.write(`${error instanceof Error ? (expected ? error.message : error.stack) : String(error)}\n`)
  process.exit(1)
}
