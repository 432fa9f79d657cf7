import type { DocumentType } from '@learnt/contract/document-kinds'
import type { PathwayContent, PathwaySection, PathwayStep } from '@learnt/contract/pathways'
import { type PublicationState, publicationRank } from '@learnt/contract/states'
import { storeSteps } from '../../src/features/documents/commands/store-steps.ts'
import type { BaseContent, DocumentKindRules } from '../../src/features/documents/kind.ts'
import { listNamed } from '../../src/features/documents/queries.ts'
import { emptyLearningPackage, learningPackageKind } from '../../src/features/learning-packages/kind.ts'
import { emptyPathway, pathwayKind } from '../../src/features/pathways/kind.ts'
import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'

export interface GivenDocument {
  readonly id: string
  readonly versionId: string
}

/** A document of any kind as publishing leaves it in the tables, or as a draft, without assignments. */
export async function givenDocument<Content extends BaseContent>(
  app: TestApp,
  tenant: { tenantId: TenantId },
  kind: DocumentKindRules<Content>,
  content: Content,
  status: PublicationState = 'published',
  createdBy: string | null = null,
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
        createdBy,
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

/** A step of a pathway. */
export function pathwayStep(documentId: string, of: Partial<PathwayStep> = {}): PathwayStep {
  return {
    id: newId(),
    documentType: 'course',
    documentId,
    isRequired: true,
    credits: 1,
    equivalents: [],
    due: { kind: 'pathway' },
    ...of,
  }
}

/** A section of a pathway; by default all of its required steps must be done. */
export function pathwaySection(steps: PathwayStep[], rule: PathwaySection['rule'] = { rule: 'all' }): PathwaySection {
  return { id: newId(), title: 'Part', rule, steps }
}

/** A published pathway without assignments. */
export async function givenPathway(
  app: TestApp,
  tenant: { tenantId: TenantId },
  of: Partial<PathwayContent> & Pick<PathwayContent, 'sections'>,
): Promise<GivenDocument & { content: PathwayContent }> {
  const content = { ...emptyPathway({ title: 'Pathway', category: '' }), ...of }
  return { ...(await givenDocument(app, tenant, pathwayKind, content)), content }
}

/** A published learning package whose documents are all required. */
export function givenLearningPackage(
  app: TestApp,
  tenant: { tenantId: TenantId },
  items: { documentType: DocumentType; documentId: string; isRequired?: boolean }[],
  title = 'Package',
): Promise<GivenDocument> {
  return givenDocument(app, tenant, learningPackageKind, {
    ...emptyLearningPackage({ title, category: '' }),
    items: items.map((item) => ({ isRequired: true, ...item })),
  })
}
