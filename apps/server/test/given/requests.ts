import { sql } from 'kysely'
import { json } from '../../src/platform/db/database.ts'
import { deterministicId, newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app.ts'
import { insertAssignment } from './assignments.ts'
import { givenPublishedCourse } from './courses.ts'
import type { GivenPerson } from './people.ts'

type Person = Pick<GivenPerson, 'userId' | 'membershipId' | 'tenantId' | 'teamId'>

/** A published course that a permission offers this person, on request unless `to` is null; straight in the tables. */
export async function givenOffer(
  app: TestApp,
  person: Person,
  title: string,
  of: { to?: 'managers' | 'administrators' | null; standInAfterDays?: number } = {},
): Promise<{ courseId: string; assignmentId: string; permissionId: string }> {
  const { to = 'managers' } = of
  const { courseId } = await givenPublishedCourse(app, person, { title })
  const assignmentId = deterministicId('assignment', person.tenantId, person.userId, 'course', courseId, '0')
  const permissionId = newId()
  const now = app.services.clock.now()
  await app.services.db.tenant(person.tenantId).write(async (tx) => {
    await tx
      .insertInto('permissions')
      .values({
        id: permissionId,
        documentType: 'course',
        documentId: courseId,
        title,
        isOptional: true,
        requestTo: to,
        standInAfterDays: of.standInAfterDays ?? null,
        rule: json({ rule: { teamId: [person.teamId] }, groups: [], everyone: false }),
        fields: ['teamId'],
        people: 1,
      })
      .execute()
    const offer = { userId: person.userId, isOptional: true, needsRequest: to !== null }
    await insertAssignment(
      tx,
      now,
      sql`(id, user_id, document_type, document_id, is_optional, needs_request, assigned_at)
        values (${assignmentId}, ${person.userId}, 'course', ${courseId}, true, ${offer.needsRequest}, ${now})`,
    )
    await tx
      .insertInto('assignmentSources')
      .values({
        ...offer,
        assignmentId,
        kind: 'rule',
        sourceId: permissionId,
        membershipId: person.membershipId,
        grantedAt: now,
      })
      .execute()
  })
  return { courseId, assignmentId, permissionId }
}

/** An open request of this person, straight in the tables. */
export async function givenRequest(
  app: TestApp,
  person: Person,
  courseId: string,
  of: { note?: string; sentTo?: 'managers' | 'administrators'; standInAt?: Date } = {},
): Promise<string> {
  const id = newId()
  await app.services.db.tenant(person.tenantId).write((tx) =>
    tx
      .insertInto('requests')
      .values({
        id,
        documentType: 'course',
        documentId: courseId,
        userId: person.userId,
        membershipId: person.membershipId,
        note: of.note ?? '',
        sentTo: of.sentTo ?? 'managers',
        standInAt: of.standInAt ?? null,
        madeAt: app.services.clock.now(),
      })
      .execute(),
  )
  return id
}
