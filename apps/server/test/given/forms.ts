import type { ApprovalLevel, Field, FormContent, FormKind } from '@learnt/contract/forms/content'
import { newField, newForm, newPage } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { insertQuestion } from '../../src/features/forms/commands/save-question.ts'
import { formKind } from '../../src/features/forms/kind.ts'
import { makeActor } from '../../src/platform/actor.ts'
import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import { givenAssignment } from './assignments.ts'
import { type GivenDocument, givenDocument } from './documents.ts'
import type { GivenPerson, GivenTenant } from './people.ts'

/** A published form with one page of these fields, without assignments. */
export async function givenForm(
  app: TestApp,
  tenant: { tenantId: TenantId },
  fields: Field[],
  of: Partial<Omit<FormContent, 'settings'>> & { settings?: Partial<FormContent['settings']>; createdBy?: string } = {},
): Promise<GivenDocument & { content: FormContent }> {
  const { settings, createdBy = null, ...more } = of
  const base = newForm((of.kind ?? 'survey') as FormKind, 'Form')
  const content = { ...base, pages: [newPage(fields)], ...more, settings: { ...base.settings, ...settings } }
  return { ...(await givenDocument(app, tenant, formKind, content, 'published', createdBy)), content }
}

/** Assigns the form to the person, who has submitted one attempt and begun another, straight in the tables. */
export async function givenSubmissions(
  app: TestApp,
  person: GivenPerson,
  formId: string,
): Promise<{ submissionId: string; submittedId: string }> {
  const assignmentId = await givenAssignment(app, person, formId, { type: 'form' })
  const now = app.services.clock.now()
  const [submissionId, submittedId] = [newId(), newId()]
  await app.services.db.tenant(person.tenantId).write(async (tx) => {
    const { publishedVersionId } = await tx
      .selectFrom('documents')
      .select('publishedVersionId')
      .where('id', '=', formId)
      .executeTakeFirstOrThrow()
    const one = {
      formId,
      versionId: publishedVersionId as string,
      assignmentId,
      userId: person.userId,
      membershipId: person.membershipId,
      writtenBy: person.userId,
      startedAt: now,
      savedAt: now,
    }
    await tx
      .insertInto('submissions')
      .values([
        { ...one, id: submittedId, number: 1, state: 'pending', submittedAt: now },
        { ...one, id: submissionId, number: 2 },
      ])
      .execute()
  })
  return { submissionId, submittedId }
}

/** A question of the bank. */
export function givenQuestion(
  app: TestApp,
  tenant: GivenTenant,
  field: Field,
  of: { category?: string; tags?: string[]; difficulty?: 'easy' | 'medium' | 'hard'; forManagers?: boolean } = {},
): Promise<string> {
  const { category = '', tags = [], difficulty = 'medium', forManagers = false } = of
  const ctx = {
    now: app.services.clock.now(),
    actor: makeActor({ ...tenant.admin, tenantId: tenant.tenantId, roles: ['admin'], sessionId: null }),
  }
  return app.services.db
    .tenant(tenant.tenantId)
    .write((tx) => insertQuestion(ctx, tx, { category, tags, difficulty, forManagers }, field))
}

/**
 * An application of the person that waits for the manager at its only level, and a stand-in of the manager, straight in
 * the tables.
 */
export async function givenApproval(
  app: TestApp,
  person: GivenPerson,
  manager: GivenPerson,
  title: string,
): Promise<{ approvalId: string; standInId: string }> {
  const levels: ApprovalLevel[] = [
    {
      key: 'k1',
      title: newText(title),
      who: { by: 'managers' },
      need: 'any',
      escalateAfterDays: null,
      seesPages: null,
      mayChange: [],
    },
  ]
  const form = await givenForm(app, person, [{ ...newField('shortText', title), key: 'k1' }], {
    kind: 'application',
    title,
    settings: { levels },
  })
  const assignmentId = await givenAssignment(app, person, form.id, { type: 'form' })
  const now = app.services.clock.now()
  const [approvalId, requestId, standInId] = [newId(), newId(), newId()]
  const { userId, membershipId } = person
  await app.services.db.tenant(person.tenantId).write(async (tx) => {
    const { publishedVersionId } = await tx
      .selectFrom('documents')
      .select('publishedVersionId')
      .where('id', '=', form.id)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('submissions')
      .values({
        id: approvalId,
        formId: form.id,
        versionId: publishedVersionId as string,
        assignmentId,
        userId,
        membershipId,
        writtenBy: userId,
        number: 1,
        state: 'approvalRequired',
        startedAt: now,
        savedAt: now,
        submittedAt: now,
      })
      .execute()
    await tx
      .insertInto('requests')
      .values({
        id: requestId,
        kind: 'form',
        documentType: 'form',
        documentId: form.id,
        submissionId: approvalId,
        userId,
        membershipId,
        sentTo: 'people',
        levels: json(levels),
        level: 1,
        madeAt: now,
      })
      .execute()
    await tx.insertInto('requestDeciders').values({ requestId, level: 1, userId: manager.userId }).execute()
    await tx
      .insertInto('standIns')
      .values({
        id: standInId,
        userId: manager.userId,
        standInId: userId,
        fromDay: '2080-01-01',
        untilDay: '2080-01-31',
        madeAt: now,
      })
      .execute()
  })
  return { approvalId, standInId }
}
