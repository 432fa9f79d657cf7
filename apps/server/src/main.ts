import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './commands.ts'
import { SettingsError } from './env.ts'

const envFile = join(import.meta.dirname, '../../../.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

try {
  await runCommand(process.argv[2] ?? 'start', process.argv.slice(3))
} catch (error) {
  const expected = error instanceof SettingsError || (error instanceof Error && /Refused|InUse|StartError|CliError|RoleRefused/.test(error.name))
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`)
  process.exit(1)
}
