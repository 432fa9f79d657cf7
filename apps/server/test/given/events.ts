import { type EventContent, type EventSession, newEvent } from '@learnt/contract/events/content'
import { applyVersion } from '../../src/features/events/commands/apply-version.ts'
import { eventKind } from '../../src/features/events/kind.ts'
import { localOf } from '../../src/features/events/times.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import { contextOf, givenAssignment } from './assignments.ts'
import { type GivenDocument, givenDocument } from './documents.ts'
import type { GivenPerson, GivenTenant } from './people.ts'

const hour = 3_600_000

/** A date that begins this many hours from now and lasts one hour, in UTC. */
export function sessionIn(app: Pick<TestApp, 'clock'>, hours: number, of: Partial<EventSession> = {}): EventSession {
  const at = (ms: number) => localOf(new Date(app.clock.now().getTime() + ms), 'UTC')
  return {
    id: newId(),
    title: '',
    start: at(hours * hour),
    end: at((hours + 1) * hour),
    roomId: null,
    address: '',
    joinUrl: '',
    facilitators: [],
    ...of,
  }
}

/** A published event for these people; by default with one date in ten days. */
export async function givenEvent(
  app: TestApp,
  tenant: Pick<GivenTenant, 'tenantId' | 'admin'>,
  of: Partial<EventContent> & { seats?: number | null; people?: readonly GivenPerson[] } = {},
): Promise<GivenDocument & { content: EventContent; sessionIds: string[] }> {
  const { seats, people = [], ...more } = of
  const base = newEvent({ title: of.title ?? 'Event' })
  const content: EventContent = {
    ...base,
    sessions: [sessionIn(app, 240)],
    capacity: { min: 0, max: seats ?? null },
    ...more,
  }
  const event = await givenDocument(app, tenant, eventKind, content)
  await putInForce(app, tenant, event, content)
  for (const person of people) await givenAssignment(app, person, event.id, { type: 'event', isOptional: true })
  return { ...event, content, sessionIds: content.sessions.map((session) => session.id) }
}

export async function putInForce(
  app: TestApp,
  tenant: { tenantId: TenantId; admin: GivenPerson },
  event: GivenDocument,
  content: EventContent,
): Promise<void> {
  const ctx = contextOf(app, tenant.admin, ['admin'])
  await ctx.write((tx) => applyVersion(ctx, tx, { eventId: event.id, versionId: event.versionId, content }))
}
