import { isDeepStrictEqual } from 'node:util'
import { cleanReset, noReset } from '@learnt/contract/cycles'
import type { DocumentChange } from '@learnt/contract/documents'
import type { LearningPackageContent } from '@learnt/contract/learning-packages'
import { refuse } from '../documents/commands/change-document.ts'
import { commonDetails, findUnknownFiles, findWrongSteps, namedImage } from '../documents/commands/check-named.ts'
import { keepSteps } from '../documents/commands/keep-steps.ts'
import type { ContentProblem, DocumentKindRules } from '../documents/kind.ts'
import { isVisible } from '../documents/queries.ts'

const details = ['title', 'description', 'category', 'tags', 'imageFileId', 'language', 'reset'] as const
/** What versions of before do not say. */
const unsaid = { reset: noReset }

/** Learning packages: documents of several kinds that are assigned and reported as one. */
export const learningPackageKind: DocumentKindRules<LearningPackageContent> = {
  type: 'learningPackage',
  noun: 'learningPackages',
  namedDocuments: (content) => content.items.map((item) => item.documentId),
  namedFiles: (content) => namedImage(content).map((one) => one.fileId),

  async check(ctx, tx, learningPackage, given, named) {
    const content = { ...given, tags: [...new Set(given.tags)], reset: cleanReset(given.reset ?? noReset) }
    refuse(ctx, 'body.content', 'learningPackages', [
      ...(await findUnknownFiles(ctx, tx, learningPackage, namedImage(content))),
      ...findWrongSteps(
        learningPackage.id,
        content.items.map((item, i) => ({ path: `items.${i}`, ...item })),
        named,
        // A package inside a package would only hide what it holds.
        (type) => type !== 'learningPackage',
      ),
    ])
    return content
  },

  details: (content, named) => ({
    ...commonDetails(content),
    activityCount: content.items.length,
    minutes: content.items.reduce((sum, item) => sum + (named.get(item.documentId)?.minutes ?? 0), 0),
  }),

  findProblems(content, _package, named) {
    if (content.items.length === 0) return [{ path: 'items', code: 'empty', title: content.title }]
    if (!content.items.some((item) => item.isRequired))
      return [{ path: 'items', code: 'nothingRequired', title: content.title }]
    return content.items.flatMap((item, i): ContentProblem[] => {
      const document = named.get(item.documentId)
      return document && isVisible(document.status)
        ? []
        : [{ path: `items.${i}.documentId`, code: 'stepNotPublished', title: document?.title ?? '' }]
    })
  },

  compare(before, after, named) {
    const changes: DocumentChange[] = []
    const say = (change: string, title: string, fields: string[] = []) => changes.push({ change, title, fields })
    const titleOf = (id: string) => named.get(id)?.title ?? ''
    if (before) {
      const fields = details.filter(
        (field) => !isDeepStrictEqual({ ...unsaid, ...before }[field], { ...unsaid, ...after }[field]),
      )
      if (fields.length > 0) say('details', after.title, fields)
    }
    const old = new Map(before?.items.map((item) => [item.documentId, item]))
    for (const item of after.items) {
      const was = old.get(item.documentId)
      if (!was) say('stepAdded', titleOf(item.documentId))
      else if (was.isRequired !== item.isRequired)
        say(item.isRequired ? 'stepRequired' : 'stepOptional', titleOf(item.documentId))
    }
    for (const id of old.keys())
      if (!after.items.some((item) => item.documentId === id)) say('stepRemoved', titleOf(id))
    if (before && changes.length === 0 && !isDeepStrictEqual(before.items, after.items)) say('reordered', after.title)
    return changes
  },

  steps: (content) => ({
    sections: [{ rule: 'all', needed: null, audienceId: null }],
    steps: content.items.map((item) => ({
      stepId: item.documentId,
      section: 0,
      type: item.documentType,
      documentId: item.documentId,
      isRequired: item.isRequired,
      credits: 1,
      equivalents: [],
      dueDays: null,
      dueFrom: 'start',
    })),
  }),

  carryOver: keepSteps,

  copy: (content, title) => ({ ...content, title }),
}

/** A learning package to begin with. */
export function emptyLearningPackage(of: { title: string; category: string }): LearningPackageContent {
  return {
    title: of.title,
    category: of.category,
    description: '',
    tags: [],
    imageFileId: null,
    language: '',
    items: [],
  }
}
