import { isDeepStrictEqual } from 'node:util'
import { cleanReset, noReset } from '@learnt/contract/cycles'
import { documentKinds } from '@learnt/contract/document-kinds'
import type { DocumentChange } from '@learnt/contract/documents'
import type { PathwayContent, PathwayStep } from '@learnt/contract/pathways'
import type { WriteTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../documents/commands/change-document.ts'
import {
  commonDetails,
  findUnknownFiles,
  findWrongPrerequisites,
  findWrongSteps,
  namedImage,
} from '../documents/commands/check-named.ts'
import { keepSteps } from '../documents/commands/keep-steps.ts'
import type { ContentProblem, DocumentKindRules, Named } from '../documents/kind.ts'
import { isVisible } from '../documents/queries.ts'
import { lockRules } from '../permissions/commands/lock-rules.ts'
import { readAudiences } from '../permissions/queries/read-rule.ts'

const details = [
  'title',
  'description',
  'category',
  'tags',
  'imageFileId',
  'language',
  'order',
  'earlier',
  'reset',
] as const
/** What versions of before do not say. */
const unsaid = { reset: noReset }

/** Pathways: steps in sections, in an order or as learners choose. */
export const pathwayKind: DocumentKindRules<PathwayContent> = {
  type: 'pathway',
  noun: 'pathways',
  namedDocuments: (content) => [
    ...content.prerequisites,
    ...stepsOf(content).flatMap(({ step }) => [step.documentId, ...step.equivalents]),
  ],
  namedFiles: (content) => namedImage(content).map((one) => one.fileId),

  async check(ctx, tx, pathway, given, named) {
    const content = { ...given, tags: [...new Set(given.tags)], reset: cleanReset(given.reset ?? noReset) }
    const problems = [
      ...(await findUnknownFiles(ctx, tx, pathway, namedImage(content))),
      ...findContradictions(content),
      ...findWrongSteps(
        pathway.id,
        stepsOf(content).map(({ path, step }) => ({ path, ...step })),
        named,
        (type) => documentKinds[type as keyof typeof documentKinds].canBeStep,
      ),
      ...stepsOf(content).flatMap(({ path, step }) =>
        step.equivalents.flatMap((id, i) =>
          named.has(id) && id !== step.documentId
            ? []
            : [{ path: `${path}.equivalents.${i}`, code: 'stepUnknown', title: '' }],
        ),
      ),
      ...findWrongPrerequisites(pathway.id, content, named),
      ...(await findUnknownAudiences(tx, content)),
    ]
    refuse(ctx, 'body.content', 'pathways', problems)
    return content
  },

  details: (content, named) => ({
    ...commonDetails(content),
    subtype: content.order,
    prerequisites: content.prerequisites,
    acceptedMonths:
      content.earlier.accept === 'always' ? null : content.earlier.accept === 'months' ? content.earlier.months : 0,
    activityCount: stepsOf(content).length,
    minutes: stepsOf(content).reduce((sum, { step }) => sum + (named.get(step.documentId)?.minutes ?? 0), 0),
  }),

  findProblems(content, _pathway, named) {
    if (stepsOf(content).length === 0) return [{ path: 'sections', code: 'empty', title: content.title }]
    if (!stepsOf(content).some(({ step }) => step.isRequired))
      return [{ path: 'sections', code: 'nothingRequired', title: content.title }]
    return [
      ...content.sections.flatMap((section, s): ContentProblem[] => {
        const required = section.steps.filter((step) => step.isRequired)
        const say = (code: string) => [{ path: `sections.${s}.rule`, code, title: section.title }]
        if (section.steps.length === 0)
          return [{ path: `sections.${s}.steps`, code: 'sectionEmpty', title: section.title }]
        if (section.rule.rule === 'any' && section.rule.count > required.length) return say('tooFewSteps')
        if (
          section.rule.rule === 'credits' &&
          section.rule.credits > required.reduce((sum, one) => sum + one.credits, 0)
        )
          return say('tooFewCredits')
        return []
      }),
      ...stepsOf(content).flatMap(({ path, step }): ContentProblem[] => {
        const document = named.get(step.documentId)
        return document && isVisible(document.status)
          ? []
          : [{ path: `${path}.documentId`, code: 'stepNotPublished', title: document?.title ?? '' }]
      }),
      ...content.prerequisites.flatMap((id, i): ContentProblem[] =>
        named.has(id) ? [] : [{ path: `prerequisites.${i}`, code: 'prerequisiteUnknown', title: '' }],
      ),
    ]
  },

  compare: compareContent,

  steps: (content) => ({
    sections: content.sections.map(({ rule, audienceId }) => ({
      audienceId: audienceId ?? null,
      rule: rule.rule,
      needed: rule.rule === 'any' ? rule.count : rule.rule === 'credits' ? rule.credits : null,
    })),
    steps: stepsOf(content).map(({ section, step }) => ({
      stepId: step.id,
      section,
      type: step.documentType,
      documentId: step.documentId,
      isRequired: step.isRequired,
      credits: step.credits,
      equivalents: step.equivalents,
      dueDays: step.due.kind === 'days' ? step.due.days : null,
      dueFrom: step.due.kind === 'days' ? step.due.from : 'start',
    })),
  }),

  carryOver: keepSteps,

  copy: (content, title) => ({
    ...content,
    title,
    sections: content.sections.map((section) => ({
      ...section,
      id: newId(),
      steps: section.steps.map((step) => ({ ...step, id: newId() })),
    })),
  }),
}

/** A pathway to begin with. */
export function emptyPathway(of: { title: string; category: string; order?: PathwayContent['order'] }): PathwayContent {
  return {
    title: of.title,
    category: of.category,
    description: '',
    tags: [],
    imageFileId: null,
    language: '',
    order: of.order ?? 'sequenced',
    earlier: { accept: 'always' },
    prerequisites: [],
    sections: [],
  }
}

interface PlacedStep {
  readonly path: string
  readonly section: number
  readonly step: PathwayStep
}

/** All steps in order, with their places. */
export function stepsOf(content: PathwayContent): PlacedStep[] {
  return content.sections.flatMap((section, s) =>
    section.steps.map((step, i) => ({ path: `sections.${s}.steps.${i}`, section: s, step })),
  )
}

/** Saved audiences that the tenant does not have. None can be removed until the draft that names it is stored. */
async function findUnknownAudiences(tx: WriteTx, content: PathwayContent): Promise<ContentProblem[]> {
  const ids = content.sections.flatMap(({ audienceId }) => audienceId ?? [])
  if (ids.length === 0) return []
  await lockRules(tx, 'shared')
  const known = new Set((await readAudiences(tx, ids)).map((audience) => audience.id))
  return content.sections.flatMap(({ audienceId, title }, s): ContentProblem[] =>
    !audienceId || known.has(audienceId) ? [] : [{ path: `sections.${s}.audienceId`, code: 'audienceUnknown', title }],
  )
}

function findContradictions(content: PathwayContent): ContentProblem[] {
  const seen = new Set<string>()
  const once = (id: string, path: string): ContentProblem[] => {
    if (seen.has(id)) return [{ path: `${path}.id`, code: 'duplicateId', title: '' }]
    seen.add(id)
    return []
  }
  return content.sections.flatMap((section, s) => [
    ...once(section.id, `sections.${s}`),
    ...section.steps.flatMap((step, i) => once(step.id, `sections.${s}.steps.${i}`)),
  ])
}

function compareContent(before: PathwayContent | null, after: PathwayContent, named: Named): DocumentChange[] {
  const changes: DocumentChange[] = []
  const say = (change: string, title: string, fields: string[] = []) => changes.push({ change, title, fields })
  const titleOf = (step: PathwayStep) => named.get(step.documentId)?.title ?? ''
  if (before) {
    const fields = details.filter(
      (field) => !isDeepStrictEqual({ ...unsaid, ...before }[field], { ...unsaid, ...after }[field]),
    )
    if (fields.length > 0) say('details', after.title, fields)
    if (!isDeepStrictEqual(before.prerequisites, after.prerequisites)) say('prerequisites', after.title)
  }
  const old = new Map((before ? stepsOf(before) : []).map((one) => [one.step.id, one.step]))
  const sections = new Map(before?.sections.map((section) => [section.id, section]))
  for (const section of after.sections) {
    const was = sections.get(section.id)
    if (!was) say('sectionAdded', section.title)
    else {
      if (was.title !== section.title) say('sectionRenamed', section.title)
      if (!isDeepStrictEqual(was.rule, section.rule)) say('sectionRule', section.title)
      if ((was.audienceId ?? null) !== (section.audienceId ?? null)) say('sectionAudience', section.title)
    }
    for (const step of section.steps) {
      const before = old.get(step.id)
      if (!before) say('stepAdded', titleOf(step))
      else if (!isDeepStrictEqual(before, step)) say('stepChanged', titleOf(step))
    }
  }
  const kept = new Set(stepsOf(after).map(({ step }) => step.id))
  for (const [id, step] of old) if (!kept.has(id)) say('stepRemoved', titleOf(step))
  for (const section of before?.sections ?? [])
    if (!after.sections.some((one) => one.id === section.id)) say('sectionRemoved', section.title)
  if (before && changes.length === 0 && !isDeepStrictEqual(before.sections, after.sections))
    say('reordered', after.title)
  return changes
}
