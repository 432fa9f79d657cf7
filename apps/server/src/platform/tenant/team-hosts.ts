import type { Settings } from '../env.ts'

export type HostSettings = Pick<Settings, 'publicUrl' | 'contentUrl' | 'primaryDomains'>

/** First label of a host below a primary domain; null for the domain itself and for every other host. */
export function teamLabel(host: string, primaryDomains: readonly string[]): string | null {
  for (const domain of primaryDomains) {
    if (!host.endsWith(`.${domain}`)) continue
    return host.slice(0, host.length - domain.length - 1).split('.')[0] ?? null
  }
  return null
}

/** The id that the host name stands for by itself, where that is not the team's: another team of that id has it. */
export function otherTeamOf(host: string, teamId: string, { primaryDomains }: HostSettings): string | null {
  const label = teamLabel(host, primaryDomains)
  return label === teamId ? null : label
}

/** Whether the host name leads to the installation or to what it serves of others: no team can have it. */
export function isOwnHost(host: string, { publicUrl, contentUrl, primaryDomains }: HostSettings): boolean {
  if (host === new URL(publicUrl).hostname || primaryDomains.includes(host)) return true
  const [before = '', after] = new URL(contentUrl).hostname.split('{label}')
  return after === undefined ? host === before : host.startsWith(before) && host.endsWith(after)
}
