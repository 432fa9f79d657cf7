import { z } from 'zod'
import type { featureNames } from './team-values.ts'

/** Types of document that can be given to people, as rules, assignments and addresses name them. */
export const documentTypes = ['course', 'pathway', 'learningPackage', 'resource', 'form', 'event'] as const
export const DocumentType = z.enum(documentTypes)
export type DocumentType = z.infer<typeof DocumentType>

/**
 * What a kind of document is, told apart no further than people do: a bundle is a course of which the steps are courses.
 * Everything that works for documents of every kind reads this table and asks for no kind by name.
 */
export interface DocumentKind {
  /** Feature switch of the tenant without which neither side of the kind is shown. */
  readonly feature: (typeof featureNames)[number] | null
  /** Address of its operations. */
  readonly api: string
  /** Pages of administrators: the list, and one document. */
  readonly admin: { readonly list: string; readonly one: (id: string) => string }
  /** Pages of learners: what they have, and one document by its id. */
  readonly learner: { readonly list: string; readonly one: (id: string) => string }
  /** Its steps are documents, which it gives to everyone who has it. */
  readonly hasSteps: boolean
  /** May be a step of a pathway or a learning package. */
  readonly canBeStep: boolean
}

export const documentKinds: Record<DocumentType, DocumentKind> = {
  course: {
    feature: null,
    api: '/api/courses',
    admin: { list: '/apps/admin/courses', one: (id) => `/apps/admin/courses/${id}` },
    learner: { list: '/apps/courses/mycourses', one: (id) => `/apps/course/${id}` },
    hasSteps: false,
    canBeStep: true,
  },
  pathway: {
    feature: 'pathways',
    api: '/api/pathways',
    admin: { list: '/apps/admin/pathways', one: (id) => `/apps/admin/pathways/${id}` },
    learner: { list: '/apps/pathways/mypathways', one: (id) => `/apps/pathways/${id}` },
    hasSteps: true,
    canBeStep: false,
  },
  learningPackage: {
    feature: 'learningPackages',
    api: '/api/learning-packages',
    admin: { list: '/apps/admin/learning-packages', one: (id) => `/apps/admin/learning-package/${id}` },
    // A package has no page of its own for learners: its items stand among their other items, under its name.
    learner: { list: '/apps/homepage/myhomepage', one: () => '/apps/homepage/myhomepage' },
    hasSteps: true,
    canBeStep: false,
  },
  resource: {
    feature: 'resources',
    api: '/api/resources',
    admin: { list: '/apps/admin/resources', one: (id) => `/apps/admin/resources/${id}` },
    learner: { list: '/apps/resources/myresources', one: (id) => `/apps/resource/${id}` },
    hasSteps: false,
    canBeStep: true,
  },
  form: {
    feature: 'forms',
    api: '/api/forms',
    admin: { list: '/apps/admin/forms', one: (id) => `/apps/admin/form/${id}` },
    learner: { list: '/apps/myforms', one: (id) => `/apps/myforms/${id}` },
    hasSteps: false,
    canBeStep: true,
  },
  event: {
    feature: 'events',
    api: '/api/events',
    admin: { list: '/apps/admin/events', one: (id) => `/apps/admin/edit-event/${id}` },
    learner: { list: '/apps/myevents', one: (id) => `/apps/myevent/${id}` },
    hasSteps: false,
    canBeStep: true,
  },
}
