import type { DocumentType } from '@learnt/contract/document-kinds'
import { sql } from 'kysely'
import { changeAssignments, type Values } from '../../src/features/assignments/commands/change-assignments.ts'
import { makeActor } from '../../src/platform/actor.ts'
import { type Ctx, createContext } from '../../src/platform/context.ts'
import type { WriteTx } from '../../src/platform/db/database.ts'
import { deterministicId } from '../../src/platform/ids.ts'
import { translatorFor } from '../../src/platform/translate.ts'
import type { TestApp } from '../app.ts'
import type { GivenPerson } from './people.ts'

/** The context of a request by this person, for commands that no operation of their own leads to. */
export function contextOf(
  app: TestApp,
  person: Pick<GivenPerson, 'userId' | 'teamId' | 'tenantId'>,
  roles: readonly string[] = ['learner'],
): Ctx {
  const actor = makeActor({
    userId: person.userId,
    teamId: person.teamId,
    tenantId: person.tenantId,
    roles,
    sessionId: null,
  })
  return createContext({ actor, services: app.services, requestId: 'test', locale: 'en', t: translatorFor('en') })
}

/** A document, by default a course, given to somebody by hand, straight in the tables; answers the assignment's id. */
export async function givenAssignment(
  app: TestApp,
  person: Pick<GivenPerson, 'userId' | 'tenantId'>,
  documentId: string,
  of: { type?: DocumentType; isOptional?: boolean; dueAt?: Date; grantedBy?: string } = {},
): Promise<string> {
  const { type = 'course', isOptional = false, dueAt = null } = of
  const id = deterministicId('assignment', person.tenantId, person.userId, type, documentId, '0')
  const now = app.services.clock.now()
  await app.services.db.tenant(person.tenantId).write(async (tx) => {
    await insertAssignment(tx, now, {
      id: sql`${id}`,
      userId: sql`${person.userId}`,
      documentType: sql`${type}`,
      documentId: sql`${documentId}`,
      isOptional: sql`${isOptional}`,
      dueAt: sql`${dueAt}`,
      dueDay: sql`day_that_ends(${dueAt}, zone.name)`,
    })
    await tx
      .insertInto('assignmentSources')
      .values({
        assignmentId: id,
        userId: person.userId,
        kind: 'manual',
        sourceId: id,
        isOptional,
        dueAt,
        grantedAt: now,
        grantedBy: of.grantedBy ?? null,
      })
      .execute()
  })
  return id
}

/** Without a source of its own. */
export async function insertAssignment(tx: WriteTx, now: Date, values: Values): Promise<void> {
  await changeAssignments({ now }, tx, {
    found: sql`zone as materialized (select control.zone_of_tenant() as name)`,
    insert: { values: { assignedAt: sql`${now}`, ...values }, from: sql`zone` },
    answer: sql`select from changed`,
  })
}
