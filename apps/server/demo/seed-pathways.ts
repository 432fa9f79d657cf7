import type { PathwayContent, PathwayStep } from '@learnt/contract/pathways'
import { publicationRank } from '@learnt/contract/states'
import { storeSteps } from '../src/features/documents/commands/store-steps.ts'
import type { BaseContent, DocumentKindRules } from '../src/features/documents/kind.ts'
import { listNamed } from '../src/features/documents/queries.ts'
import { emptyLearningPackage, learningPackageKind } from '../src/features/learning-packages/kind.ts'
import { waiveStep } from '../src/features/pathways/commands/waive-step.ts'
import { emptyPathway, pathwayKind, stepsOf } from '../src/features/pathways/kind.ts'
import { createPermission } from '../src/features/permissions/commands/save-permission.ts'
import type { Ctx } from '../src/platform/context.ts'
import { json, type WriteTx } from '../src/platform/db/database.ts'
import { courseIdOf, idOf } from './seed-content.ts'
import type { DemoLearningPackage, DemoPathway } from './shapes.ts'

const day = 86_400_000

/** Pathways and learning packages of one tenant, assigned by rules; progress follows from the courses. */
export async function seedPathways(
  ctx: Ctx,
  tx: WriteTx,
  of: { pathways: readonly DemoPathway[]; learningPackages: readonly DemoLearningPackage[]; endDate: Date },
): Promise<void> {
  const { tenantId } = ctx.actor
  const publishedAt = new Date(of.endDate.getTime() - 60 * day)
  for (const pathway of of.pathways) {
    const content = contentOf(tenantId, pathway)
    const id = idOf(tenantId, 'pathway', pathway.slug)
    await insertDocument(ctx, tx, pathwayKind, { id, content, publishedAt })
    await give(ctx, tx, { type: 'pathway', id }, pathway)
    if (pathway.waivedFor) await waiveOne(ctx, tx, { id, content, reason: pathway.waivedFor })
  }
  for (const pack of of.learningPackages) {
    const id = idOf(tenantId, 'learningPackage', pack.slug)
    const content = {
      ...emptyLearningPackage(pack),
      description: pack.description,
      imageFileId: idOf(tenantId, 'file', pack.cover),
      tags: pack.tags,
      items: [
        ...pack.pathways.map((slug) => ({
          documentType: 'pathway' as const,
          documentId: idOf(tenantId, 'pathway', slug),
          isRequired: true,
        })),
        ...pack.courses.map((slug, n) => ({
          documentType: 'course' as const,
          documentId: courseIdOf(tenantId, slug),
          isRequired: n === 0,
        })),
      ],
    }
    await insertDocument(ctx, tx, learningPackageKind, { id, content, publishedAt })
    await give(ctx, tx, { type: 'learningPackage', id }, pack)
  }
}

function contentOf(tenantId: string, pathway: DemoPathway): PathwayContent {
  const stepAt = (step: DemoPathway['sections'][number]['steps'][number]): PathwayStep => ({
    id: idOf(tenantId, 'pathwayStep', pathway.slug, step.course),
    documentType: 'course',
    documentId: courseIdOf(tenantId, step.course),
    isRequired: !step.isOptional,
    credits: 1,
    equivalents: [],
    due: step.dueDays ? { kind: 'days', days: step.dueDays, from: 'previous' } : { kind: 'pathway' },
  })
  return {
    ...emptyPathway(pathway),
    description: pathway.description,
    imageFileId: idOf(tenantId, 'file', pathway.cover),
    tags: pathway.tags,
    prerequisites: pathway.prerequisites.map((slug) => courseIdOf(tenantId, slug)),
    sections: pathway.sections.map((section) => ({
      id: idOf(tenantId, 'pathwaySection', pathway.slug, section.title),
      title: section.title,
      rule: section.anyOf ? { rule: 'any', count: section.anyOf } : { rule: 'all' },
      steps: section.steps.map(stepAt),
    })),
  }
}

/** A published document with its only version. */
export async function insertDocument<Content extends BaseContent>(
  ctx: Ctx,
  tx: WriteTx,
  kind: DocumentKindRules<Content>,
  of: { id: string; content: Content; publishedAt: Date },
): Promise<void> {
  const { id, content, publishedAt } = of
  const versionId = idOf(ctx.actor.tenantId, kind.type, 'version', id)
  const named = await listNamed(tx, kind.namedDocuments(content))
  const times = { createdAt: publishedAt, publishedAt }
  await tx
    .insertInto('documents')
    .values({
      ...kind.details(content, named),
      ...times,
      id,
      type: kind.type,
      status: 'published',
      statusRank: publicationRank.published,
      publishedVersionId: versionId,
      revision: 1,
      createdBy: ctx.actor.userId,
      updatedAt: publishedAt,
    })
    .execute()
  await tx
    .insertInto('documentVersions')
    .values({
      ...times,
      id: versionId,
      documentId: id,
      number: 1,
      content: json(content),
      publishedBy: ctx.actor.userId,
    })
    .execute()
  const steps = kind.steps(content, { isBundle: false }, named)
  if (steps) await storeSteps(tx, { documentId: id, versionId, ...steps })
}

async function give(
  ctx: Ctx,
  tx: WriteTx,
  document: { type: 'pathway' | 'learningPackage'; id: string },
  of: { title: string; rule: DemoPathway['rule']; dueDays: number },
): Promise<void> {
  await createPermission(
    ctx,
    tx,
    { ...document, title: of.title },
    {
      documentType: document.type,
      documentId: document.id,
      title: of.title,
      status: 'active',
      isOptional: false,
      rule: { rule: of.rule, groups: [], audiences: [], everyone: false },
      request: null,
      due: { kind: 'after', days: of.dueDays },
    },
  )
}

/** The first step, for the first person who has not done it. */
async function waiveOne(
  ctx: Ctx,
  tx: WriteTx,
  of: { id: string; content: PathwayContent; reason: string },
): Promise<void> {
  const [first] = stepsOf(of.content)
  const pathway = await tx
    .selectFrom('assignments as a')
    .innerJoin('documents as d', 'd.id', 'a.documentId')
    .innerJoin('assignments as step', 'step.userId', 'a.userId')
    .select(['a.id as assignmentId', 'a.userId', 'd.id as pathwayId', 'd.title', 'd.publishedVersionId as versionId'])
    .where('a.documentId', '=', of.id)
    .where('a.isActive', '=', true)
    .where('a.state', 'not in', ['completed', 'passed'])
    .where('step.documentId', '=', first?.step.documentId ?? '')
    .where('step.state', 'not in', ['completed', 'passed'])
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirst()
  if (!pathway?.versionId || !first) return
  const { versionId } = pathway
  await waiveStep(
    ctx,
    tx,
    { ...pathway, versionId },
    { stepId: first.step.id, reason: of.reason, evidenceFileId: null },
  )
}
