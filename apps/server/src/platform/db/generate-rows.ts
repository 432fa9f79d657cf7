// Writes rows.ts and apps/server/schema/ from the migrated database:
//
//   node apps/server/src/platform/db/generate-rows.ts
//
// on the server of LEARNT_TEST_DATABASE_ADMIN_URL, or on an embedded one in a temporary folder.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { camelCase, snakeCase } from './names.ts'

const ROWS_FILE = join(import.meta.dirname, 'rows.ts')
const SCHEMA_DIRECTORY = join(import.meta.dirname, '../../../schema')

/** Path to content, of everything that is generated. */
export type Generated = Map<string, string>

export async function generate(adminUrl: string): Promise<Generated> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const tables = await readTables(client)
    const files: Generated = new Map([[ROWS_FILE, renderRows(tables)]])
    for (const table of tables) {
      const name = table.schema === 'public' ? table.name : `${table.schema}.${table.name}`
      files.set(join(SCHEMA_DIRECTORY, `${name}.md`), renderDescription(table))
    }
    files.set(join(SCHEMA_DIRECTORY, 'functions.md'), renderFunctions(await readFunctions(client)))
    return files
  } finally {
    await client.end()
  }
}

/** What is there now, to compare with. */
export async function readGenerated(): Promise<Generated> {
  const names = await readdir(SCHEMA_DIRECTORY).catch(() => [])
  const paths = [ROWS_FILE, ...names.filter((name) => name.endsWith('.md')).map((name) => join(SCHEMA_DIRECTORY, name))]
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

// ---- the catalogue -------------------------------------------------------------------------------------------------

interface Table {
  schema: string
  name: string
  kind: 'r' | 'p' | 'v' | 'm'
  comment: string | null
  rowSecurity: 'forced' | 'enabled' | 'off'
  partitionKey: string | null
  columns: Column[]
  constraints: { name: string; type: 'p' | 'u' | 'f' | 'c' | 'x'; definition: string }[]
  indexes: string[]
  policies: { name: string; command: string; roles: string[]; using: string | null; check: string | null }[]
  grants: { role: string; rights: string[] }[]
  triggers: string[]
}

interface Column {
  name: string
  /** As SQL says it. */
  type: string
  /** The type, or the element's type of an array, or the base type of a domain. */
  base: string
  isArray: boolean
  isRequired: boolean
  default: string | null
  /** Filled by the database always: identity or generated. */
  isComputed: boolean
  labels: string[] | null
  comment: string | null
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ description: Table }>(`
    select json_build_object(
      'schema', n.nspname,
      'name', c.relname,
      'kind', c.relkind,
      'comment', obj_description(c.oid, 'pg_class'),
      'rowSecurity', case when c.relforcerowsecurity and c.relrowsecurity then 'forced'
        when c.relrowsecurity then 'enabled' else 'off' end,
      'partitionKey', case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end,
      'columns', (
        select json_agg(json_build_object(
          'name', a.attname,
          'type', format_type(a.atttypid, a.atttypmod),
          'base', coalesce(e.typname, b.typname, t.typname),
          'isArray', coalesce(b.typcategory, t.typcategory) = 'A',
          'isRequired', a.attnotnull or (t.typtype = 'd' and t.typnotnull),
          'default', pg_get_expr(d.adbin, d.adrelid),
          'isComputed', a.attidentity = 'a' or a.attgenerated <> '',
          'labels', (
            select json_agg(enumlabel order by enumsortorder) from pg_enum
            where enumtypid = coalesce(e.oid, b.oid, t.oid)
          ),
          'comment', col_description(c.oid, a.attnum)
        ) order by a.attnum)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
        left join pg_type e on coalesce(b.typcategory, t.typcategory) = 'A' and e.oid = coalesce(b.typelem, t.typelem)
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ),
      'constraints', (
        select coalesce(json_agg(json_build_object(
          'name', k.conname, 'type', k.contype, 'definition', pg_get_constraintdef(k.oid)
        ) order by k.contype desc, k.conname), '[]')
        from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')
      ),
      'indexes', (
        select coalesce(json_agg(pg_get_indexdef(i.indexrelid) order by x.relname), '[]')
        from pg_index i join pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid
      ),
      'policies', (
        select coalesce(json_agg(json_build_object(
          'name', p.polname,
          'command', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
            when 'd' then 'delete' else 'all' end,
          'roles', array(
            select case when r = 0 then 'public' when r = c.relowner then 'owner' else pg_get_userbyid(r)::text end
            from unnest(p.polroles) r order by 1
          ),
          'using', pg_get_expr(p.polqual, p.polrelid),
          'check', pg_get_expr(p.polwithcheck, p.polrelid)
        ) order by p.polname), '[]')
        from pg_policy p where p.polrelid = c.oid
      ),
      'grants', (
        select coalesce(json_agg(json_build_object('role', role, 'rights', rights) order by role), '[]') from (
          select case when acl.grantee = 0 then 'public' else pg_get_userbyid(acl.grantee)::text end as role,
            json_agg(lower(acl.privilege_type) order by acl.privilege_type) as rights
          from aclexplode(c.relacl) acl where acl.grantee <> c.relowner group by 1
        ) granted
      ),
      'triggers', (
        select coalesce(json_agg(pg_get_triggerdef(g.oid) order by g.tgname), '[]')
        from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal
      )
    ) as description
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'control') and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    order by n.nspname <> 'public', c.relname collate "C"`)
  return rows.map((row) => row.description)
}

interface Routine {
  signature: string
  returns: string
  definer: boolean
  callers: string[]
  comment: string | null
}

async function readFunctions(client: pg.Client): Promise<Routine[]> {
  const { rows } = await client.query<Routine>(`
    select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as signature,
      pg_get_function_result(p.oid) as returns, p.prosecdef as definer,
      array(
        select case when acl.grantee = 0 then 'public' else pg_get_userbyid(acl.grantee)::text end
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl where acl.grantee <> p.proowner order by 1
      ) as callers,
      obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'control')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  return rows.sort((a, b) => (a.signature < b.signature ? -1 : 1))
}

// ---- rows.ts -------------------------------------------------------------------------------------------------------

const TYPES: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
}

function renderRows(tables: Table[]): string {
  const own = tables.filter((table) => table.schema === 'public')
  const body = own.map(renderTable).join('\n')
  const members = own.map(
    (table) =>
      `  ${table.name === camelCase(table.name) ? table.name : camelCase(table.name)}: ${typeName(table.name)}Table`,
  )
  return `// Generated from the migrated database by generate-rows.ts; a test compares. Do not edit.
import type { ColumnType } from 'kysely'
import type { JsonParameter } from './values.ts'

/** May be left out of an insert. */
type Filled<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** Never written by us. */
type Computed<T> = ColumnType<T, never, never>
/** json(value) or JSON text goes in; what comes out has yet to be looked at. */
type Json = ColumnType<unknown, JsonParameter | string, JsonParameter | string>
type Timestamp = ColumnType<Date, Date | string, Date | string>

${body}
export interface DB {
${members.join('\n')}
}
`
}

function renderTable(table: Table): string {
  const unions: string[] = []
  const columns = table.columns.map((column) => {
    const name = camelCase(column.name)
    if (snakeCase(name) !== column.name) {
      throw new Error(
        `${table.name}.${column.name} cannot be told from ${snakeCase(name)} once it is ${name}: rename it`,
      )
    }
    const words = column.labels ?? wordsOf(table, column)
    let type = column.isArray ? scalarType(column.base, true) : scalarType(column.base, false)
    if (words !== null) {
      const union = typeName(table.name) + typeName(column.name)
      unions.push(renderUnion(union, words))
      type = union
    }
    if (column.isArray) type = type.includes(' ') ? `(${type})[]` : `${type}[]`
    if (!column.isRequired) type = `${type} | null`
    if (column.isComputed || table.kind === 'v' || table.kind === 'm') type = `Computed<${type}>`
    else if (column.default !== null) type = `Filled<${type}>`
    return `  ${name}: ${type}`
  })
  if (snakeCase(camelCase(table.name)) !== table.name)
    throw new Error(`Rename table ${table.name}: it does not survive camelCase`)
  return [...unions, `interface ${typeName(table.name)}Table {`, ...columns, '}', ''].join('\n')
}

// An array is read and written as a whole, so its elements are what they are read as.
function scalarType(base: string, inArray: boolean): string {
  const type = TYPES[base] ?? 'string'
  if (!inArray) return type
  return type === 'Timestamp' ? 'Date' : type === 'Json' ? 'unknown' : type
}

/** The words that a check constraint of this one column allows, if that is what it says. */
function wordsOf(table: Table, column: Column): string[] | null {
  if (column.base !== 'text') return null
  const quoted = "'(?:[^']|'')*'::text"
  const list = String.raw`ARRAY\[(${quoted}(?:, ${quoted})*)\]`
  // It holds for every row written since, and for those before it another one did.
  const unproven = '(?: NOT VALID)?'
  const shapes = [
    new RegExp(String.raw`^CHECK \(\(${column.name} = ANY \(${list}\)\)\)${unproven}$`),
    new RegExp(String.raw`^CHECK \(\(${column.name} <@ ${list}\)\)${unproven}$`),
    new RegExp(String.raw`^CHECK \(\(${column.name} = (${quoted})\)\)${unproven}$`),
  ]
  for (const { definition } of table.constraints.filter((constraint) => constraint.type === 'c')) {
    for (const shape of shapes) {
      const words = shape.exec(definition)?.[1]
      if (words !== undefined) {
        return [...words.matchAll(/'((?:[^']|'')*)'::text/g)].map((match) => (match[1] as string).replaceAll("''", "'"))
      }
    }
  }
  return null
}

function renderUnion(name: string, words: string[]): string {
  const literals = words.map((word) => `'${word.replace(/[\\']/g, '\\$&')}'`)
  const line = `type ${name} = ${literals.join(' | ')}`
  return line.length <= 120 ? line : `type ${name} =\n${literals.map((literal) => `  | ${literal}`).join('\n')}`
}

function typeName(name: string): string {
  const camel = camelCase(name)
  return camel.charAt(0).toUpperCase() + camel.slice(1)
}

// ---- schema/*.md ---------------------------------------------------------------------------------------------------

function renderDescription(table: Table): string {
  const kind = { r: 'Table', p: `Table, partitioned by ${table.partitionKey}`, v: 'View', m: 'Materialised view' }[
    table.kind
  ]
  const lines = [
    `# ${table.schema === 'public' ? '' : `${table.schema}.`}${table.name}`,
    '',
    ...(table.comment === null ? [] : [table.comment, '']),
    `${kind}. Row security: ${table.rowSecurity}.`,
    '',
    '| column | type | required | default |',
    '|---|---|---|---|',
    ...table.columns.map((column) => {
      const filled = column.isComputed
        ? `computed${column.default ? `: ${column.default}` : ''}`
        : (column.default ?? '')
      const name = column.comment === null ? column.name : `${column.name}: ${column.comment}`
      return `| ${cell(name)} | ${cell(column.type)} | ${column.isRequired ? 'yes' : ''} | ${cell(filled)} |`
    }),
    ...section(
      'Constraints',
      table.constraints.map((constraint) => `${constraint.name}: ${constraint.definition}`),
    ),
    ...section(
      'Indexes',
      table.indexes.map((index) => index.replace(/^CREATE /, '')),
    ),
    ...section(
      'Policies',
      table.policies.map((policy) =>
        [
          `${policy.name}: for ${policy.command} to ${policy.roles.join(', ')}`,
          ...(policy.using === null ? [] : [`using ${oneLine(policy.using)}`]),
          ...(policy.check === null ? [] : [`with check ${oneLine(policy.check)}`]),
        ].join(' '),
      ),
    ),
    ...section(
      'Grants',
      table.grants.map((grant) => `${grant.role}: ${grant.rights.join(', ')}`),
    ),
    ...section('Triggers', table.triggers),
  ]
  return `${lines.join('\n')}\n`
}

function renderFunctions(routines: Routine[]): string {
  const lines = routines.flatMap((routine) => [
    `- \`${routine.signature}\``,
    `  returns ${oneLine(routine.returns)}${routine.definer ? ', as its owner' : ''}; called by ${routine.callers.join(', ') || 'its owner only'}`,
    ...(routine.comment === null ? [] : [`  ${oneLine(routine.comment)}`]),
  ])
  return `${['# Functions', '', ...lines].join('\n')}\n`
}

function section(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : ['', `## ${title}`, '', ...items.map((item) => `- \`${oneLine(item)}\``)]
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

// ---- the command ---------------------------------------------------------------------------------------------------

async function main(): Promise<void> {
  const given = process.env.LEARNT_TEST_DATABASE_ADMIN_URL
  const files = given ? await onGivenServer(given) : await onOwnServer()
  const before = await readGenerated()
  await mkdir(SCHEMA_DIRECTORY, { recursive: true })
  for (const path of before.keys()) if (!files.has(path)) await rm(path)
  for (const [path, content] of files) if (before.get(path) !== content) await writeFile(path, content)
  console.log(`${files.size} files from the catalogue`)
}

async function onOwnServer(): Promise<Generated> {
  const folder = await mkdtemp(join(tmpdir(), 'learnt-schema-'))
  const embedded = await startEmbeddedPostgres({ dataDir: folder, fsync: false, log: () => {} })
  try {
    await migrate({ adminUrl: embedded.adminUrl })
    return await generate(embedded.adminUrl)
  } finally {
    await embedded.stop()
    await rm(embedded.folder, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

async function onGivenServer(url: string): Promise<Generated> {
  const name = `learnt_schema_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query(`create database ${name}`)
    const own = new URL(url)
    own.pathname = `/${name}`
    await migrate({ adminUrl: own.href })
    return await generate(own.href)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

if (import.meta.main) await main()
