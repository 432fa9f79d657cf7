import type { Presented } from '@learnt/contract/endpoint'
import { factorKinds } from '@learnt/contract/factors'
import type { SessionSummary } from '@learnt/contract/session'
import type { Actor } from '../actor.ts'
import { describeDevice, networkKind } from './device.ts'

/** An open session as the control plane gives it. */
export interface StoredSession {
  readonly id: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly userAgent: string
  readonly address: string
  readonly provenBy: string
  readonly factor: string | null
}

/** A session as its owner and those who look after people see it. */
export function presentSession(actor: Actor, session: StoredSession): Presented<typeof SessionSummary> {
  return {
    id: session.id,
    createdAt: session.createdAt,
    lastSeenAt: session.lastSeenAt,
    expiresAt: session.expiresAt,
    device: describeDevice(session.userAgent),
    address: session.address,
    network: networkKind(session.address),
    provenBy: session.provenBy,
    factor: factorKinds.find((kind) => kind === session.factor) ?? null,
    isCurrent: session.id === actor.sessionId,
  }
}
