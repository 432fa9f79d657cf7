import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** A file of `sql/functions/`: one function of PostgreSQL, or those of one name, with comments and grants. */
export interface FunctionFile {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** What a database says of a file that was applied to it. */
export interface FunctionRecord {
  readonly name: string
  readonly checksum: string
  /** Of the product that applied it. */
  readonly version: string
}

/** In the order of their names. Read at once: of two hundred small files that takes an eighth of the time. */
export function readFunctions(folder: string): FunctionFile[] {
  const directory = join(folder, 'sql/functions')
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // A checkout with Windows line ends is the same function.
      const text = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/** Takes functions into a migration, where it says `-- include sql/functions/control.count_list_rows.sql`. */
export function withIncluded(text: string, functions: readonly FunctionFile[]): string {
  return text.replace(/^-- include sql\/functions\/(\S+)$/gm, (_, name: string) => {
    const file = functions.find((one) => one.name === name)
    if (!file) throw new Error(`There is no sql/functions/${name} to include`)
    return file.text
  })
}

/** The files that a database has not, or has with another text. */
export function changedFunctions(
  functions: readonly FunctionFile[],
  records: readonly FunctionRecord[],
): FunctionFile[] {
  return functions.filter((file) => records.find((one) => one.name === file.name)?.checksum !== file.checksum)
}

/**
 * Applies them in one transaction, on a connection that does not check function bodies, so that they may name each other in
 * any order. Files that are no longer there are forgotten: a migration has dropped what they made.
 */
export async function applyFunctions(
  client: pg.Client,
  changed: readonly FunctionFile[],
  of: { readonly all: readonly FunctionFile[]; readonly version: string },
): Promise<void> {
  await client.query('begin')
  try {
    for (const { name, text } of changed) {
      await client.query(text).catch((error: Error) => {
        throw Object.assign(error, { message: `sql/functions/${name}: ${error.message}` })
      })
    }
    await client.query('delete from control.functions where name <> all ($1)', [of.all.map((file) => file.name)])
    await client.query(
      `insert into control.functions (name, checksum, version)
       select name, checksum, $3 from unnest($1::text[], $2::text[]) as changed (name, checksum)
       on conflict (name) do update
         set checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
      [changed.map((file) => file.name), changed.map((file) => file.checksum), of.version],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** For the operator: their names, or how many they are. */
export function namesOf(functions: readonly FunctionFile[]): string[] {
  return functions.length > 3
    ? [`${functions.length} functions`]
    : functions.map((file) => `sql/functions/${file.name}`)
}

/** Whether a version comes after another: 0.10.0 after 0.9.1. */
export function isLater(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}
