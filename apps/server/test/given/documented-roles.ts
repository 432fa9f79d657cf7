import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../connection.ts'

/** The statements of docs/operating.md, "Your own PostgreSQL", each with the database in which it runs. */
function documentedRoles(): { database: string; statement: string }[] {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8')
  const block = /## Your own PostgreSQL\n\n```sql\n([^`]+)```/.exec(text)?.[1]
  if (!block) throw new Error('docs/operating.md shows no statements under "Your own PostgreSQL"')
  let database = 'postgres'
  return block.split('\n').flatMap((line) => {
    const connect = /^\\connect (\w+)$/.exec(line)
    if (connect) database = connect[1] ?? database
    return connect || line === '' ? [] : [{ database, statement: line.replaceAll('…', 'of-a-test') }]
  })
}

/** The addresses of the roles that an operator makes by the documentation. */
export async function makeDocumentedRoles({
  superuserUrl,
}: {
  readonly superuserUrl: string
}): Promise<{ adminUrl: string; appUrl: string }> {
  const as = (role: string, database: string, password = 'of-a-test') => {
    const url = new URL(superuserUrl)
    if (role !== '') Object.assign(url, { username: role, password })
    url.pathname = `/${database}`
    return url.href
  }
  for (const { database, statement } of documentedRoles()) await ask(as('', database), statement)
  return { adminUrl: as('learnt_owner', 'learnt'), appUrl: as('learnt_web', 'learnt') }
}
