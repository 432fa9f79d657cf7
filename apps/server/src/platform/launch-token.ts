import type { RunMode } from '@learnt/contract/runtime'
import type { Impersonator } from './actor.ts'
import type { Secrets } from './secrets.ts'
import { mintTenantId, type TenantId } from './tenant-id.ts'

/** What a launch token opens: one attempt in one epoch, for one person. Nothing else. */
export interface LaunchClaims {
  readonly tenantId: TenantId
  readonly teamId: string
  readonly userId: string
  readonly attemptId: string
  readonly packageId: string
  /** Anything but `normal` writes nothing; there is no attempt behind `browse`. */
  readonly mode: RunMode
  /** The application's address as the person opened it: it alone may frame the package. */
  readonly appOrigin: string
  /** Increases with every launch; an older window can no longer write. */
  readonly epoch: number
  /** The session that launched it: when that ends, so does the token. */
  readonly sessionId: string | null
  /** Set while an administrator acts as the person: the token ends with that. */
  readonly impersonator?: Impersonator | null
  readonly expiresAt: Date
}

export function makeLaunchToken(secrets: Secrets, claims: LaunchClaims): string {
  const body = Buffer.from(JSON.stringify({ ...claims, expiresAt: claims.expiresAt.getTime() })).toString('base64url')
  return `${body}.${secrets.sign('launch', body)}`
}

/** The claims of a genuine token that has not expired; null for everything else. */
export function readLaunchToken(secrets: Secrets, token: string, now: Date): LaunchClaims | null {
  const [body = '', signature = ''] = token.split('.')
  if (!secrets.verify(signature, 'launch', body)) return null
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Omit<
    LaunchClaims,
    'expiresAt' | 'tenantId'
  > & { expiresAt: number; tenantId: string }
  const expiresAt = new Date(claims.expiresAt)
  return expiresAt > now ? { ...claims, tenantId: mintTenantId(claims.tenantId), expiresAt } : null
}
