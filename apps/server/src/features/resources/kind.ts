import { isDeepStrictEqual } from 'node:util'
import { cutText } from '@learnt/contract/cut-text'
import { contentPurposes } from '@learnt/contract/files'
import type { ResourceContent, ResourceType } from '@learnt/contract/resources'
import type { Ctx } from '../../platform/context.ts'
import { invalid } from '../../platform/problem.ts'
import { refuse } from '../documents/commands/change-document.ts'
import {
  commonDetails,
  findUnknownFiles,
  findWrongPrerequisites,
  type NamedFile,
  namedImage,
} from '../documents/commands/check-named.ts'
import type { ContentProblem, DocumentKindRules } from '../documents/kind.ts'
import { findNameable } from '../files/queries.ts'

const details = [
  'title',
  'description',
  'category',
  'tags',
  'imageFileId',
  'language',
  'type',
  'fileId',
  'url',
  'minutes',
] as const

/** Resources: files and links that people read. */
export const resourceKind: DocumentKindRules<ResourceContent> = {
  type: 'resource',
  noun: 'resources',
  namedDocuments: (content) => content.prerequisites,
  namedFiles: (content) => filesOf(content).map((one) => one.fileId),

  async check(ctx, tx, resource, given, named) {
    const content = { ...given, tags: [...new Set(given.tags)], fileId: given.type === 'link' ? null : given.fileId }
    refuse(ctx, 'body.content', 'resources', [
      ...(await findUnknownFiles(ctx, tx, resource, filesOf(content))),
      ...findWrongPrerequisites(resource.id, content, named),
    ])
    return content
  },

  details: (content) => ({
    ...commonDetails(content),
    subtype: content.type,
    minutes: content.minutes,
    fileId: content.fileId,
    prerequisites: content.prerequisites,
  }),

  findProblems(content): ContentProblem[] {
    if (content.type === 'link')
      return content.url === '' ? [{ path: 'url', code: 'urlMissing', title: content.title }] : []
    return content.fileId === null ? [{ path: 'fileId', code: 'fileMissing', title: content.title }] : []
  },

  compare(before, after) {
    if (!before) return [{ change: 'created', title: after.title, fields: [] }]
    const fields = details.filter((field) => !isDeepStrictEqual(before[field], after[field]))
    return [
      ...(fields.length > 0 ? [{ change: 'details', title: after.title, fields: [...fields] }] : []),
      ...(isDeepStrictEqual(before.prerequisites, after.prerequisites)
        ? []
        : [{ change: 'prerequisites', title: after.title, fields: [] }]),
    ]
  },

  steps: () => null,
  copy: (content, title) => ({ ...content, title }),
}

/**
 * What creating one begins with. A file decides the type, and its name is the title where none is given. Throws
 * `invalid-input` at the file when this tenant has none such.
 */
export async function beginResource(
  of: { title?: string | undefined; category: string; type: ResourceType; fileId: string | null; url: string },
  ctx: Ctx,
): Promise<ResourceContent> {
  const { fileId } = of
  if (fileId === null) {
    if (!of.title) throw invalid({ 'body.title': 'required' })
    return newResource({ ...of, title: of.title })
  }
  const [file] = await ctx.read((tx) => findNameable(ctx, tx, [fileId], { purposes: contentPurposes }))
  const type = file ? typeOfFile(file.contentType) : null
  if (!file || !type) throw invalid({ 'body.fileId': 'invalid' })
  const title = of.title ?? cutText(file.name.replace(/\.[^.]{1,10}$/, ''), 200)
  return newResource({ ...of, title, type, url: '' })
}

/** A resource of a file, or of an address. */
export function newResource(of: {
  title: string
  category: string
  type?: ResourceType
  fileId?: string | null
  url?: string
}): ResourceContent {
  return {
    title: of.title,
    category: of.category,
    description: '',
    tags: [],
    imageFileId: null,
    language: '',
    type: of.type ?? 'link',
    fileId: of.fileId ?? null,
    url: of.url ?? '',
    minutes: 0,
    prerequisites: [],
  }
}

/** The type of resource that a file of this media type is; null: none. */
export function typeOfFile(contentType: string): ResourceType | null {
  if (contentType === 'application/pdf') return 'pdf'
  if (contentType === 'text/csv') return 'csv'
  if (contentType.endsWith('wordprocessingml.document')) return 'word'
  if (contentType.endsWith('spreadsheetml.sheet')) return 'excel'
  if (contentType.endsWith('presentationml.presentation')) return 'powerpoint'
  if (contentType.startsWith('image/')) return 'image'
  if (contentType.startsWith('video/')) return 'video'
  if (contentType.startsWith('audio/')) return 'audio'
  return null
}

function filesOf(content: ResourceContent): NamedFile[] {
  return [
    ...namedImage(content),
    ...(content.fileId
      ? [
          {
            path: 'fileId',
            fileId: content.fileId,
            title: content.title,
            fits: (contentType: string) => typeOfFile(contentType) === content.type,
          },
        ]
      : []),
  ]
}
