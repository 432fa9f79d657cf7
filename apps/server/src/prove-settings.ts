import { readSettings, SettingsError } from './platform/env.ts'

// The launcher runs this before it builds, so that an operator learns of wrong settings at once.
try {
  readSettings(process.env)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
