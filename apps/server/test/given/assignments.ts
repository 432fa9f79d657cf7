import type { DocumentType } from '@learnt/contract/document-kinds'
import { type RawBuilder, sql } from 'kysely'
import { changeAssignments } from '../../src/features/assignments/commands/change-assignments.ts'
import { makeActor } from '../../src/platform/actor.ts'
import { type Ctx, createContext } from '../../src/platform/context.ts'
import type { WriteTx } from '../../src/platform/db/database.ts'
import { deterministicId } from '../../src/platform/ids.ts'
import { translatorFor } from '../../src/platform/translate.ts'
import type { TestApp } from '../app.ts'
import type { GivenPerson } from './people.ts'

/** The context of a request by this person, for commands that have no operation of their own. */
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

/**
 * Assigns a document, by default a course, to somebody by hand, straight in the tables; returns the assignment's id.
 */
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
    await insertAssignment(
      tx,
      now,
      sql`(id, user_id, document_type, document_id, is_optional, assigned_at, due_at, due_day)
        values (${id}, ${person.userId}, ${type}, ${documentId}, ${isOptional}, ${now}, ${dueAt}, day_that_ends(${dueAt}, control.zone_of_tenant()))`,
    )
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

/** Columns and values of a row, as it was since long ago. */
export async function insertAssignment(tx: WriteTx, now: Date, insert: RawBuilder<unknown>): Promise<void> {
  await changeAssignments({ now }, tx, { insert, answer: sql`select from changed` })
}
