import type { Secrets } from '../secrets.ts'
import { mintTenantId, type TenantId } from '../tenant-id.ts'

/** What an address on the content origin opens: the files of one package, for one attempt, framed by one application. */
export interface Capability {
  tenantId: TenantId
  packageId: string
  attemptId: string
  /** The only page that may frame it, and the only place that its player may talk to. */
  appOrigin: string
}

/**
 * A path segment, since no cookie works in every browser's frame. The same attempt has the same one for a whole day, so
 * that the browser's cache works; it opens files and nothing else, and dies with the day after.
 */
export function makeCapability(secrets: Secrets, capability: Capability, now: Date): string {
  const body = [dayOf(now), capability.tenantId, capability.packageId, capability.attemptId, capability.appOrigin]
  const text = Buffer.from(JSON.stringify(body)).toString('base64url')
  return `${text}.${secrets.sign('content', text)}`
}

export function readCapability(secrets: Secrets, segment: string, now: Date): Capability | null {
  const [text = '', signature = '', ...more] = segment.split('.')
  if (more.length > 0 || !secrets.verify(signature, 'content', text)) return null
  const [day, tenantId, packageId, attemptId, appOrigin] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
    number,
    string,
    string,
    string,
    string,
  ]
  const today = dayOf(now)
  if (day !== today && day !== today - 1) return null
  return { tenantId: mintTenantId(tenantId), packageId, attemptId, appOrigin }
}

/** A host label for each package, so that two packages share no storage where the content address has a wildcard. */
export function packageLabel(secrets: Secrets, tenantId: TenantId, packageId: string): string {
  return `p${Buffer.from(secrets.sign('content', 'label', tenantId, packageId), 'base64url')
    .toString('hex')
    .slice(0, 24)}`
}

function dayOf(now: Date): number {
  return Math.floor(now.getTime() / 86_400_000)
}
