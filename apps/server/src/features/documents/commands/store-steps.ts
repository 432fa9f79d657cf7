import type { DocumentType } from '@learnt/contract/document-kinds'
import type { WriteTx } from '../../../platform/db/database.ts'

/** A step of a container as the tables keep it: readings of the contract's content. */
export interface Step {
  readonly stepId: string
  readonly section: number
  readonly type: DocumentType
  readonly documentId: string
  readonly isRequired: boolean
  readonly credits: number
  readonly equivalents: readonly string[]
  readonly dueDays: number | null
  readonly dueFrom: 'start' | 'previous'
}

export interface StepSection {
  readonly rule: 'all' | 'any' | 'credits'
  /** Steps or credits; null for all. */
  readonly needed: number | null
  /** Of whose people alone it is required; null: of everybody. */
  readonly audienceId: string | null
}

/** The steps of a bundle: its courses, all of them. */
export function stepsOfBundle(courseIds: readonly string[]): { steps: Step[]; sections: StepSection[] } {
  return {
    sections: [{ rule: 'all', needed: null, audienceId: null }],
    steps: [...new Set(courseIds)].map((courseId) => ({
      stepId: courseId,
      section: 0,
      type: 'course',
      documentId: courseId,
      isRequired: true,
      credits: 1,
      equivalents: [],
      dueDays: null,
      dueFrom: 'start',
    })),
  }
}

/** Writes the steps of a container's new version, in their order, where rules and progress find them. */
export async function storeSteps(
  tx: WriteTx,
  of: {
    documentId: string
    versionId: string
    steps: readonly Step[]
    sections: readonly StepSection[]
  },
): Promise<void> {
  if (of.sections.length > 0)
    await tx
      .insertInto('documentSections')
      .values(of.sections.map((section, i) => ({ versionId: of.versionId, section: i, ...section })))
      .execute()
  if (of.steps.length > 0)
    await tx
      .insertInto('documentSteps')
      .values(
        of.steps.map((step, i) => ({
          versionId: of.versionId,
          documentId: of.documentId,
          stepId: step.stepId,
          place: i + 1,
          section: step.section,
          stepType: step.type,
          stepDocumentId: step.documentId,
          isRequired: step.isRequired,
          credits: step.credits,
          equivalents: [...step.equivalents],
          dueDays: step.dueDays,
          dueFrom: step.dueFrom,
        })),
      )
      .execute()
}
