import { type PublicationState, publicationRank } from '@learnt/contract/states'
import { storeSteps } from '../../src/features/documents/commands/store-steps.ts'
import type { BaseContent, DocumentKindRules } from '../../src/features/documents/kind.ts'
import { listNamed } from '../../src/features/documents/queries.ts'
import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'

export interface GivenDocument {
  readonly id: string
  readonly versionId: string
}

/** A document of any kind as publishing leaves it in the tables, or as a draft; nobody has it. */
export async function givenDocument<Content extends BaseContent>(
  app: TestApp,
  tenant: { tenantId: TenantId },
  kind: DocumentKindRules<Content>,
  content: Content,
  status: PublicationState = 'published',
): Promise<GivenDocument> {
  const [id, versionId] = [newId(), newId()]
  const now = app.services.clock.now()
  const isDraft = status === 'draft' || status === 'archived'
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    const named = await listNamed(tx, kind.namedDocuments(content))
    await tx
      .insertInto('documents')
      .values({
        ...kind.details(content, named),
        id,
        type: kind.type,
        status,
        statusRank: publicationRank[status],
        statusBefore: status === 'archived' ? 'draft' : null,
        ...(isDraft ? { draftVersionId: versionId } : { publishedVersionId: versionId, publishedAt: now }),
        revision: 1,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await tx
      .insertInto('documentVersions')
      .values({
        id: versionId,
        documentId: id,
        content: json(content),
        createdAt: now,
        ...(isDraft ? {} : { number: 1, publishedAt: now }),
      })
      .execute()
    const steps = isDraft ? null : kind.steps(content, { isBundle: false }, named)
    if (steps) await storeSteps(tx, { documentId: id, versionId, ...steps })
  })
  return { id, versionId }
}
