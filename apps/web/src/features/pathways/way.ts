import type { OwnPathway, OwnPathwayStep } from '@learnt/contract/pathways'
import { paths } from '../../routes/paths.ts'

export type RouteSection = OwnPathway['sections'][number]

export const isStepDone = ({ state }: Pick<OwnPathwayStep, 'state'>) => state === 'done' || state === 'waived'

/** The address of a document in a pathway. A course opens by the person’s assignment, so that it knows the pathway. */
export function hrefOfStep(
  step: { documentType: string; documentId: string; assignmentId: string | null },
  pathwayId: string,
): string {
  return step.documentType === 'course'
    ? paths.course(step.assignmentId ?? step.documentId, undefined, pathwayId)
    : hrefOfDocument(step.documentType, step.documentId)
}

/** The page of a document by its own id, the same for everybody. */
export function hrefOfDocument(type: string, id: string): string {
  if (type === 'pathway') return paths.pathway(id)
  if (type === 'resource') return paths.resource(id)
  return type === 'course' ? paths.course(id) : paths.home
}

/** The step to resume. */
export function nextStep(pathway: Pick<OwnPathway, 'next' | 'sections'>): OwnPathwayStep | null {
  const { next } = pathway
  if (!next) return null
  return pathway.sections.flatMap((section) => section.steps).find((step) => step.id === next.stepId) ?? null
}

/** The step to go on with after one document of the pathway: the next, unless that is the same one. */
export function stepAfter(pathway: OwnPathway, documentId: string): OwnPathwayStep | null {
  const step = nextStep(pathway)
  return step && step.documentId !== documentId ? step : null
}
