import type { Cycle } from '@learnt/contract/cycles'
import type { OwnPathway, OwnPathwayStep, PathwayCard } from '@learnt/contract/pathways'
import { isDone } from '@learnt/contract/states'
import type { Ctx } from '../../platform/context.ts'
import { presentExtension } from '../assignments/queries.ts'
import { presentStanding } from '../cycles/policy.ts'
import { imageUrl, presentFile } from '../files/queries.ts'
import type { OwnPathwayRow, OwnSection, OwnStepRow } from './queries/find-own-pathway.ts'
import type { PathwayCardRow } from './queries/list-pathways.ts'

export function presentPathwayCard(ctx: Ctx, row: PathwayCardRow): PathwayCard {
  return {
    pathwayId: row.pathwayId,
    assignmentId: row.assignmentId,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    image: imageUrl(ctx, row.imageFileId),
    order: row.order,
    isOptional: row.isOptional,
    state: row.state,
    progress: row.progress,
    stepCount: row.stepCount,
    stepsDone: isDone(row.state) ? row.stepCount : Math.min(row.stepsDone, row.stepCount),
    minutes: row.minutes,
    dueAt: row.dueAt?.toISOString() ?? null,
    dueState: row.dueState,
    assignedAt: row.assignedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    within: row.within,
  }
}

export function presentOwnPathway(
  ctx: Ctx,
  pathway: OwnPathwayRow,
  route: { readonly steps: readonly OwnStepRow[]; readonly sections: readonly OwnSection[] },
  cycles: readonly Cycle[],
): OwnPathway {
  const steps = route.steps.map((row) => ({ row, shown: presentStep(ctx, row) }))
  const sections = route.sections.map((section, at) => ({
    ...presentSection(section),
    steps: steps.filter(({ row }) => row.section === at).map(({ shown }) => shown),
  }))
  const toDo = isDone(pathway.state)
    ? []
    : sections.flatMap((section) => (section.isSatisfied ? [] : section.steps)).filter((step) => step.isRequired)
  return {
    ...presentPathwayCard(ctx, pathway),
    sections,
    prerequisites: pathway.prerequisites,
    extension: presentExtension(pathway.extension),
    cycle: presentStanding(pathway),
    earlierCycles: cycles.filter((one) => one.endedAt !== null),
    next: nextOf(toDo),
  }
}

/** What was begun, else the first that opens. */
function nextOf(steps: readonly OwnPathwayStep[]): OwnPathway['next'] {
  const step = steps.find((one) => one.state === 'inprogress') ?? steps.find((one) => one.state === 'open')
  if (!step || step.assignmentId === null) return null
  const { id: stepId, documentType, documentId, assignmentId } = step
  return { stepId, documentType, documentId, assignmentId }
}

function presentSection({ id, title, rule, figures }: OwnSection) {
  const needed =
    figures === null
      ? 0
      : rule.rule === 'all'
        ? figures.steps
        : Math.min(figures.needed ?? 0, rule.rule === 'any' ? figures.steps : Number.POSITIVE_INFINITY)
  const done = figures === null ? 0 : rule.rule === 'credits' ? figures.earned : figures.done
  return { id, title, rule, isSatisfied: figures?.isSatisfied ?? true, done, needed }
}

function presentStep(ctx: Ctx, row: OwnStepRow): OwnPathwayStep {
  return {
    id: row.stepId,
    documentType: row.stepType,
    documentId: row.stepDocumentId,
    assignmentId: row.assignmentId,
    title: row.title,
    imageSmall: imageUrl(ctx, row.imageFileId),
    isBundle: row.isBundle,
    minutes: row.minutes,
    isRequired: row.isRequired,
    credits: row.credits,
    state: stateOf(row),
    progress: row.progress,
    countedFor: row.countedFor,
    waitsFor: row.waitsFor,
    waiver: row.waiver && {
      reason: row.waiver.reason,
      by: row.waiver.by,
      at: new Date(row.waiver.at).toISOString(),
      evidence: row.waiver.evidence && presentFile(ctx, row.waiver.evidence),
    },
    dueAt: row.dueAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

function stateOf(row: OwnStepRow): OwnPathwayStep['state'] {
  if (row.waiver) return 'waived'
  if (row.isDone) return 'done'
  if (row.waitsFor) return 'locked'
  return row.ownState === 'inprogress' || row.ownState === 'failed' ? 'inprogress' : 'open'
}
