import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { isLoopbackHost, type Settings } from '../env.ts'

/** Whether Learnt serves this machine alone, with nothing before it that knows which hosts are its own. */
export function isForThisMachine({ publicIsLoopback, host }: Pick<Settings, 'publicIsLoopback' | 'host'>): boolean {
  return publicIsLoopback && isLoopbackHost(host)
}

/**
 * Whether a request may be for this host name. Asked where Learnt serves this machine alone: any page could let its own
 * name point here, and would then be a page of ours, with the demonstration's passwords to sign in with.
 */
export async function isKnownHost({ db, settings }: Pick<Services, 'db' | 'settings'>, host: string): Promise<boolean> {
  if (host === '' || isLoopbackHost(host)) return true
  const name = host.toLowerCase()
  if (settings.primaryDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))) return true
  const { rows } = await db.control((tx) => sql`select from control.hosts_of_teams() where host = ${name}`.execute(tx))
  return rows.length > 0
}
