import type { Field, FormContent, FormKind } from '@learnt/contract/forms/content'
import { newForm, newPage } from '@learnt/contract/forms/new-form'
import { insertQuestion } from '../../src/features/forms/commands/save-question.ts'
import { formKind } from '../../src/features/forms/kind.ts'
import { makeActor } from '../../src/platform/actor.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import { givenAssignment } from './assignments.ts'
import { type GivenDocument, givenDocument } from './documents.ts'
import type { GivenPerson, GivenTenant } from './people.ts'

/** A published form with one page of these fields; nobody has it. */
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

/** The form is given to the person, who has begun it once and submitted it once, straight in the tables. */
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
