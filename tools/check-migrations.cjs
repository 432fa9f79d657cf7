// squawk over apps/server/migrations: would a migration lock, rewrite or break what the running version needs?
const { spawnSync } = require('node:child_process')
const { readFileSync, readdirSync } = require('node:fs')
const { join } = require('node:path')
const { root } = require('./launch/say.cjs')

const excluded = {
  'prefer-bigint-over-int': 'ids are UUIDs; integers here are counts, seconds and positions, bounded by checks',
  'prefer-bigint-over-smallint': 'ids are UUIDs; the same for small counts',
  'require-lock-timeout': 'platform/db/migrate.ts sets lock_timeout for every migration',
  'require-statement-timeout': 'with lock_timeout a migration cannot queue others behind it; a backfill may take long',
}

const folder = join('apps', 'server', 'migrations')
const names = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.sql'))
  .sort()
const isAlone = (name) => readFileSync(join(root, folder, name), 'utf8').startsWith('-- no transaction')

let failed = names.length === 0
// migrate.ts runs a file in one transaction unless its first line says otherwise.
for (const [files, mode] of [
  [names.filter((name) => !isAlone(name)), ['--assume-in-transaction']],
  [names.filter(isAlone), []],
]) {
  if (files.length === 0) continue
  const words = ['--pg-version=15.0', '--reporter=gcc', ...mode, `--exclude=${Object.keys(excluded).join(',')}`]
  const program = join(root, 'node_modules', 'squawk-cli', 'js', 'bin', 'squawk')
  const paths = files.map((name) => join(folder, name))
  const result = spawnSync(process.execPath, [program, ...words, ...paths], { cwd: root, encoding: 'utf8' })
  if (result.status !== 0) {
    failed = true
    console.log(`${result.stdout}${result.stderr}`.trim())
  }
}
console.log(`${names.length} migrations`)
process.exitCode = failed ? 1 : 0
