import type { CourseContent } from '@learnt/contract/courses'
import { noReset } from '@learnt/contract/cycles'
import { enqueue } from '../../platform/outbox.ts'
import { stepsOfBundle } from '../documents/commands/store-steps.ts'
import type { DocumentKindRules } from '../documents/kind.ts'
import { isVisible } from '../documents/queries.ts'
import { carryOver } from '../learning/commands/carry-over.ts'
import { checkContent } from './commands/check-content.ts'
import { compareContent } from './compare-content.ts'
import {
  detailsOf,
  eventReferences,
  fileReferences,
  findEventProblems,
  findFormProblems,
  findPublishProblems,
  formReferences,
  freshCopy,
} from './content.ts'
import { withImages } from './queries/read-record.ts'

/** Courses and bundles. */
export const courseKind: DocumentKindRules<CourseContent> = {
  type: 'course',
  noun: 'courses',
  namedDocuments: (content) => [
    ...content.courseIds,
    ...content.prerequisites,
    ...formReferences(content).map((one) => one.formId),
    ...eventReferences(content).map((one) => one.eventId),
  ],
  namedFiles: (content) => fileReferences(content).map((one) => one.fileId),
  check: checkContent,
  details: (content, named) =>
    detailsOf(
      content,
      content.courseIds.reduce((sum, id) => sum + (named.get(id)?.minutes ?? 0), 0),
    ),
  findProblems: (content, course, named) => [
    ...findPublishProblems(
      content,
      course,
      new Map([...named].map(([id, child]) => [id, { title: child.title, isPublished: isVisible(child.status) }])),
    ),
    ...findFormProblems(content, named),
    ...findEventProblems(content, named),
  ],
  compare: (before, after, named) => compareContent(before, after, (id) => named.get(id)?.title ?? ''),
  steps: (content, course) => (course.isBundle ? stepsOfBundle(content.courseIds) : null),
  copy: freshCopy,
  carryOver: async (ctx, tx, { document, ...of }) => {
    await carryOver(ctx, tx, { course: document, ...of })
    // Whose time is over by the setting of this version begins anew at once, and not on the next day.
    await enqueue(ctx, tx, 'cycles.catchUp', { documentId: document.id })
  },
  // Images of its pages get addresses that the caller may open. Versions of before do not say whether they are done again.
  present: (ctx, content) => ({
    ...withImages(ctx, content),
    reset: content.reset ?? noReset,
    mayStartOver: content.mayStartOver ?? false,
  }),
}
