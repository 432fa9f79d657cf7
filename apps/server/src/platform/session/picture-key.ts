import type { Services } from '../context.ts'
import type { OpenSession } from './find-session.ts'

/**
 * What a browser encrypts its picture of the homepage with (decision 0025): of this session, membership and these roles
 * alone, made by a key that never leaves the server, and told to nobody but this session while it is open. Null: no picture
 * may be kept or shown, by somebody who acts as another person, only looks at a suspended tenant, or owes a second factor.
 */
export function pictureKeyOf({ secrets }: Pick<Services, 'secrets'>, session: OpenSession | null): string | null {
  if (!session || session.owesFactor || session.onlyLooks || session.actor.impersonator) return null
  const { membershipId, tenantId, roles } = session.actor
  return secrets.sign('picture', session.id, tenantId, membershipId, ...roles.toSorted())
}
