import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Why the database cannot be used, in a sentence for the operator that names the setting. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused'
}

/** The server is not there yet, or is starting: containers start in any order. */
const comesLater = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P03',
])

/**
 * Waits until the database of a setting answers and lets us in, for so many seconds at most.
 * @throws DatabaseRefused with the name of the setting; the address, which may contain a password, is never repeated
 */
export async function reachDatabase(
  setting: 'DATABASE_URL' | 'DATABASE_ADMIN_URL' | 'DATABASE_DIRECT_URL',
  url: string,
  { seconds, say }: { seconds: number; say: (line: string) => void },
): Promise<void> {
  const until = performance.now() + seconds * 1000
  for (let tries = 0; ; tries++) {
    const error = await tryOnce(url)
    if (error === null) return
    const code = codeOf(error)
    if (!comesLater.has(code) || performance.now() >= until)
      throw new DatabaseRefused(`${setting}: ${sentenceFor(code, url, setting, error)}`, { cause: error })
    if (tries === 0) say(`Waiting up to ${seconds} s for the database of ${setting} ...`)
    await sleep(500)
  }
}

async function tryOnce(url: string): Promise<Error | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
    const encoding = rows[0]?.server_encoding
    return encoding === 'UTF8' ? null : Object.assign(new Error(encoding), { code: 'encoding' })
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Of several addresses of one name the first one's. */
function codeOf(error: Error): string {
  const { code, errors } = error as Error & { code?: string; errors?: { code?: string }[] }
  return code ?? errors?.[0]?.code ?? (/timeout/i.test(error.message) ? 'ETIMEDOUT' : '')
}

function sentenceFor(code: string, url: string, setting: string, error: Error): string {
  const { hostname, port, pathname, username } = new URL(url)
  const place = `${hostname}:${port || '5432'}`
  const role = decodeURIComponent(username)
  const password = setting === 'DATABASE_ADMIN_URL' ? 'DATABASE_ADMIN_PASSWORD' : 'DATABASE_PASSWORD'
  // PgBouncer says the same of a wrong password and of a role that it does not know.
  if (code === '08P01' && /authentication/i.test(error.message))
    return `the pooler at ${place} does not let ${role} in (${error.message}); correct ${password}, or the pooler's list of users`
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no machine called ${hostname}; correct the name`
    case '28P01':
      return `the password of ${role} is wrong; correct it there or in ${password}. In .env, put a password with # in single quotes`
    case '28000':
      return `the server at ${place} does not let ${role} in (${error.message}); look at its pg_hba.conf`
    case '3D000':
      return `there is no database ${decodeURIComponent(pathname.slice(1))} at ${place}; create it, see docs/operating.md`
    case 'encoding':
      return `the database ${decodeURIComponent(pathname.slice(1))} at ${place} has the encoding ${error.message}, and Learnt needs UTF8; create it as docs/operating.md says`
    case '57P03':
      return `the database at ${place} was still starting`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return `nothing answers at ${place}; start PostgreSQL there, or correct the address`
    default:
      return `the database at ${place} cannot be used: ${error.message}`
  }
}
