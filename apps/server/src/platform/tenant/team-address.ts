import type { Settings } from '../env.ts'

/** Origin under which a team's pages open; a team without a host name of its own lives at the installation's. */
export function teamAddress(settings: Pick<Settings, 'publicUrl'>, mainDomain: string): string {
  const home = new URL(settings.publicUrl)
  if (mainDomain === '' || mainDomain === home.hostname) return home.origin
  return `${home.protocol}//${mainDomain}${home.port === '' ? '' : `:${home.port}`}`
}
