// Runs squawk over apps/server/migrations and sql/functions: does a statement lock, rewrite or break what the running
// version needs? It also checks that each file of functions replaces only functions of its own name, so that it can run
// on any database.
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

const filesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => join(folder, name))
const textOf = (file) => readFileSync(join(root, file), 'utf8')
const isAlone = (file) => textOf(file).startsWith('-- no transaction')

const migrations = filesIn(join('apps', 'server', 'migrations'))
const functions = filesIn(join('apps', 'server', 'sql', 'functions'))

let failed = migrations.length === 0 || functions.length === 0
// migrate.ts runs a file in one transaction unless its first line says otherwise.
for (const [files, mode] of [
  [[...migrations.filter((file) => !isAlone(file)), ...functions], ['--assume-in-transaction']],
  [migrations.filter(isAlone), []],
]) {
  if (files.length === 0) continue
  const words = ['--pg-version=15.0', '--reporter=gcc', ...mode, `--exclude=${Object.keys(excluded).join(',')}`]
  const program = join(root, 'node_modules', 'squawk-cli', 'js', 'bin', 'squawk')
  const result = spawnSync(process.execPath, [program, ...words, ...files], { cwd: root, encoding: 'utf8' })
  if (result.status !== 0) {
    failed = true
    console.log(`${result.stdout}${result.stderr}`.trim())
  }
}
for (const file of functions) {
  const name = file.slice(0, -'.sql'.length).split(/[\\/]/).at(-1)
  const made = [...textOf(file).matchAll(/^create .*/gm)].map(([line]) => line)
  if (made.length > 0 && made.every((line) => line.startsWith(`create or replace function ${name}(`))) continue
  failed = true
  console.log(`${file}: has to create or replace ${name} and nothing else`)
}
console.log(`${migrations.length} migrations, ${functions.length} files of functions`)
process.exitCode = failed ? 1 : 0
