import { isDeepStrictEqual } from 'node:util'
import { checkForm } from '@learnt/contract/forms/check-form'
import type { Field, FormContent, FormKind, FormText } from '@learnt/contract/forms/content'
import { kindsOfField } from '@learnt/contract/forms/field-kinds'
import { newForm } from '@learnt/contract/forms/new-form'
import { fieldsOf, placedFields } from '@learnt/contract/forms/walk'
import { ruleFields } from '@learnt/contract/members'
import { isAdmin } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { cleanHtml, imagesOf } from '../../platform/html.ts'
import { refuse } from '../documents/commands/change-document.ts'
import { commonDetails, findUnknownFiles, type NamedFile, namedImage } from '../documents/commands/check-named.ts'
import type { ContentProblem, DocumentKindRules } from '../documents/kind.ts'
import { findDocument, getWorkingContent } from '../documents/queries.ts'
import { signImages } from '../files/queries.ts'
import { findTooFewQuestions } from './commands/draw-questions.ts'
import { findChoices, findUnknownPeople } from './queries/find-people.ts'
import { findOpenAttributes } from './queries/open-attributes.ts'

const details = [
  'title',
  'description',
  'category',
  'tags',
  'imageFileId',
  'language',
  'kind',
  'minutes',
  'languages',
  'titles',
  'descriptions',
] as const

/** Forms: what people fill in, from a survey to an application. */
export const formKind: DocumentKindRules<FormContent> = {
  type: 'form',
  noun: 'forms',
  namedDocuments: (content) => documentsOf(content).map((one) => one.documentId),
  namedFiles: (content) => filesOf(content).map((one) => one.fileId),

  async check(ctx, tx, form, given, named) {
    const tags = tagsIn(given)
    refuse(ctx, 'body.content', 'forms', tags > mostTags ? [{ path: 'pages', code: 'tooManyTags', title: '' }] : [])
    const content = cleanForm(given)
    const [files, people] = await Promise.all([
      findUnknownFiles(ctx, tx, form, filesOf(content)),
      findWronglyNamed(ctx, tx, form.id, peopleOf(content)),
    ])
    const documents = documentsOf(content).flatMap((one): ContentProblem[] =>
      named.get(one.documentId)?.type === one.documentType
        ? []
        : [{ path: one.path, code: 'documentUnknown', title: '' }],
    )
    refuse(ctx, 'body.content', 'forms', [...files, ...people, ...documents])
    return content
  },

  details: (content) => ({
    ...commonDetails(content),
    subtype: content.kind,
    minutes: content.minutes,
    activityCount: fieldsOf(content).filter((field) => 'required' in field || field.kind === 'draw').length,
  }),

  findProblems: (content) => checkForm(content, ruleFields).map((problem) => ({ ...problem })),
  async findOutside(tx, content, form) {
    const [questions, attributes] = await Promise.all([
      findTooFewQuestions(tx, content, { authorOf: form.id }),
      findOpenAttributes(tx, content),
    ])
    return [...questions, ...attributes]
  },

  compare(before, after) {
    if (!before) return [{ change: 'created', title: after.title, fields: [] }]
    const fields = details.filter((field) => !isDeepStrictEqual(before[field], after[field]))
    const [was, is] = [before, after].map((form) => new Map(fieldsOf(form).map((field) => [field.key, field]))) as [
      Map<string, Field>,
      Map<string, Field>,
    ]
    const titleOf = (field: Field) => field.label.text
    return [
      ...(fields.length > 0 ? [{ change: 'details', title: after.title, fields: [...fields] }] : []),
      ...(isDeepStrictEqual(before.settings, after.settings)
        ? []
        : [{ change: 'settings', title: after.title, fields: [] }]),
      ...[...is.values()].flatMap((field) => {
        const old = was.get(field.key)
        if (!old) return [{ change: 'questionAdded', title: titleOf(field), fields: [] }]
        return isDeepStrictEqual(old, field) ? [] : [{ change: 'questionChanged', title: titleOf(field), fields: [] }]
      }),
      ...[...was.values()]
        .filter((field) => !is.has(field.key))
        .map((field) => ({ change: 'questionRemoved', title: titleOf(field), fields: [] })),
      ...(isDeepStrictEqual(skeletonOf(before), skeletonOf(after))
        ? []
        : [{ change: 'reordered', title: after.title, fields: [] }]),
    ]
  },

  steps: () => null,
  // Keys may stay: answers hang on the form and the key together.
  copy: (content, title) => ({ ...content, title, titles: {} }),
  present: (ctx, content) => mapHtml(content, (html) => signImages(ctx, html)),
}

/** What creating one begins with. */
export function beginForm(of: { title: string; category: string; kind: FormKind }): FormContent {
  return newForm(of.kind, of.title, of.category)
}

/** Cleaning takes as long as there are tags. */
const mostTags = 50_000

function tagsIn(content: FormContent): number {
  let tags = 0
  mapHtml(content, (html) => {
    tags += html.split('<').length - 1
    return html
  })
  return tags
}

/** Its texts without what they may not contain. */
export function cleanForm(content: FormContent): FormContent {
  return { ...mapHtml(content, cleanHtml), tags: [...new Set(content.tags)] }
}

/** The form with every text that has markup changed, translations too. */
function mapHtml(content: FormContent, change: (html: string) => string): FormContent {
  const each = (text: FormText): FormText => ({
    text: text.text === '' ? '' : change(text.text),
    translations: Object.fromEntries(
      Object.entries(text.translations).map(([language, one]) => [language, { ...one, text: change(one.text) }]),
    ),
  })
  const ofField = (field: Field): Field => {
    const changed = { ...field }
    if (changed.kind === 'text') changed.html = each(changed.html)
    if (changed.kind === 'consent') changed.text = each(changed.text)
    if (changed.kind === 'video') changed.transcript = each(changed.transcript)
    if (!('quiz' in changed) || changed.quiz === null) return changed
    const quiz = { ...changed.quiz, worked: each(changed.quiz.worked) }
    const { key } = quiz
    const isByHand = kindsOfField[field.kind].marked === 'hand' && key !== null
    const rubric = isByHand ? { rubric: each((key as { rubric: FormText }).rubric) } : null
    return { ...changed, quiz: rubric ? { ...quiz, key: rubric } : quiz } as Field
  }
  return {
    ...content,
    pages: content.pages.map((page) => ({
      ...page,
      sections: page.sections.map((section) => ({ ...section, fields: section.fields.map(ofField) })),
    })),
  }
}

/** Pages, sections and fields by their keys, in order. */
function skeletonOf(content: FormContent) {
  return content.pages.map((page) => [
    page.key,
    page.title,
    page.showIf,
    page.jumps,
    page.sections.map((section) => [
      section.key,
      section.title,
      section.showIf,
      section.fields.map((field) => field.key),
    ]),
  ])
}

function filesOf(content: FormContent): NamedFile[] {
  const found: NamedFile[] = namedImage(content)
  const isImage = (type: string) => type.startsWith('image/')
  for (const { field, path } of placedFields(content)) {
    const title = field.label.text
    const name = (place: string, fileId: string | null, fits: (type: string) => boolean) => {
      if (fileId !== null) found.push({ path: `${path}.${place}`, fileId, title, fits })
    }
    if (field.kind === 'video') name('fileId', field.fileId, (type) => type.startsWith('video/'))
    if (field.kind === 'hotSpot') name('fileId', field.fileId, isImage)
    if (field.kind === 'pictureChoice')
      field.choices.forEach((choice, c) => {
        name(`choices.${c}.fileId`, choice.fileId, isImage)
      })
  }
  mapHtml(content, (html) => {
    for (const fileId of imagesOf(html)) found.push({ path: 'pages', fileId, title: content.title, fits: isImage })
    return html
  })
  return found
}

/**
 * People the caller may not name. A named person reads everybody's submissions, so a team's administrator names people
 * only in their own forms; in others, the people already named stay.
 */
async function findWronglyNamed(
  ctx: Ctx,
  tx: ReadTx,
  formId: string,
  named: readonly { path: string; userId: string }[],
): Promise<ContentProblem[]> {
  if (named.length === 0) return []
  if (!isAdmin(ctx.actor)) return findOutOfReach(ctx, tx, formId, named)
  const form = ctx.actor.wholeTenant ? null : await findDocument(tx, 'form', formId)
  if (!form || form.createdBy === ctx.actor.userId) return findUnknownPeople(tx, named)
  const before = new Set(peopleOf(await getWorkingContent<FormContent>(tx, form)).map((one) => one.userId))
  return named.flatMap(({ path, userId }) =>
    before.has(userId) ? [] : [{ path, code: 'personOutOfReach', title: '' }],
  )
}

/** People a manager may not name, and who were never named in this form. */
async function findOutOfReach(
  ctx: Ctx,
  tx: ReadTx,
  formId: string,
  named: readonly { path: string; userId: string }[],
): Promise<ContentProblem[]> {
  if (named.length === 0) return []
  const ids = [...new Set(named.map((one) => one.userId))]
  const known = new Set((await findChoices(tx, ctx.actor, { ids })).map((one) => one.userId))
  if (known.size < ids.length) {
    const form = await findDocument(tx, 'form', formId)
    if (form) for (const { userId } of peopleOf(await getWorkingContent<FormContent>(tx, form))) known.add(userId)
  }
  return named.flatMap(({ path, userId }) => (known.has(userId) ? [] : [{ path, code: 'personUnknown', title: '' }]))
}

/** People named in the settings, with the places where they are named. */
function peopleOf({ settings }: FormContent): { path: string; userId: string }[] {
  const at = (path: string, userIds: readonly string[]) => userIds.map((userId) => ({ path, userId }))
  return [
    ...at('settings.assessors.people', settings.assessors.people),
    ...settings.levels.flatMap(({ who }, l) => {
      const path = `settings.levels.${l}.who`
      if (who.by === 'people') return at(path, who.userIds)
      return who.by === 'table' ? at(path, [...who.otherwise, ...who.rows.flatMap((row) => row.userIds)]) : []
    }),
    ...settings.followUps.flatMap(({ action }, f) =>
      action.do === 'mail' ? at(`settings.followUps.${f}`, action.userIds) : [],
    ),
  ]
}

function documentsOf({ settings }: FormContent) {
  return settings.followUps.flatMap(({ action }, f) =>
    action.do === 'assign' || action.do === 'request'
      ? [{ path: `settings.followUps.${f}`, documentId: action.documentId, documentType: action.documentType }]
      : [],
  )
}
