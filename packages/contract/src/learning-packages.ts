import { z } from 'zod'
import { Reset } from './cycles.ts'
import { DocumentType } from './document-kinds.ts'
import { documentContentBase, documentOperations, StepImpact } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Given } from './sample.ts'
import { Id } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    learningPackages: { subjects: 'learningPackage'; isDocument: true }
  }
}

export const PackageItem = z.strictObject({
  documentType: DocumentType,
  documentId: Id,
  /** Progress of the package is the share of the required items that are done. */
  isRequired: z.boolean(),
})
export type PackageItem = z.infer<typeof PackageItem>

/** Everything of a learning package that a version freezes. */
export const LearningPackageContent = z.strictObject({
  ...documentContentBase,
  /** When people begin anew, the steps with it. Left out: never. */
  reset: Reset.optional(),
  items: z.array(PackageItem).max(200),
})
export type LearningPackageContent = z.infer<typeof LearningPackageContent>

export const learningPackages = {
  ...documentOperations({
    type: 'learningPackage',
    noun: 'learningPackages',
    words: ['learning package', 'learning packages'],
    Content: LearningPackageContent,
    create: {},
    given: (given: Given) => given.learningPackage,
    sampleContent: (given: Given) => ({
      title: `${given.mark} package`,
      description: '',
      category: '',
      tags: [],
      imageFileId: null,
      language: '',
      items: [],
    }),
    sampleCreate: () => ({}),
  }),
  impact: endpoint({
    id: 'learningPackages.impact',
    summary: 'Who would gain or lose an item if the draft were published, and how many have finished and stay so.',
    method: 'GET',
    path: '/api/learning-packages/:documentId/impact',
    access: 'admin',
    feature: 'learningPackages',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.learningPackage.id } }),
    params: z.object({ documentId: Id }),
    response: StepImpact,
  }),
}
