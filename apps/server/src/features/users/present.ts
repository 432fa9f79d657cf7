import type { ReplyOf } from '@learnt/contract/endpoint'
import { factorKinds } from '@learnt/contract/factors'
import type { users } from '@learnt/contract/users'
import type { Actor } from '../../platform/actor.ts'
import { describeDevice, networkKind } from '../../platform/session/device.ts'
import type { OwnSession } from '../sessions/queries.ts'

export function presentUserSession(actor: Actor, session: OwnSession): ReplyOf<typeof users.sessions>['items'][number] {
  return {
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    device: describeDevice(session.userAgent),
    address: session.address,
    network: networkKind(session.address),
    provenBy: session.provenBy,
    factor: factorKinds.find((kind) => kind === session.factor) ?? null,
    isCurrent: session.id === actor.sessionId,
  }
}
