import { isDeepStrictEqual } from 'node:util'
import type { ResourceContent, ResourceType } from '@learnt/contract/resources'
import { refuse } from '../documents/commands/change-document.ts'
import { commonDetails, findUnknownFiles, type NamedFile, namedImage } from '../documents/commands/check-named.ts'
import type { ContentProblem, DocumentKindRules } from '../documents/kind.ts'

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
  namedDocuments: () => [],
  namedFiles: (content) => filesOf(content).map((one) => one.fileId),

  async check(ctx, tx, _resource, given) {
    const content = { ...given, tags: [...new Set(given.tags)], fileId: given.type === 'link' ? null : given.fileId }
    refuse(ctx, 'body.content', 'resources', await findUnknownFiles(tx, filesOf(content)))
    return content
  },

  details: (content) => ({ ...commonDetails(content), subtype: content.type, minutes: content.minutes }),

  findProblems(content): ContentProblem[] {
    if (content.type === 'link')
      return content.url === '' ? [{ path: 'url', code: 'urlMissing', title: content.title }] : []
    return content.fileId === null ? [{ path: 'fileId', code: 'fileMissing', title: content.title }] : []
  },

  compare(before, after) {
    if (!before) return [{ change: 'created', title: after.title, fields: [] }]
    const fields = details.filter((field) => !isDeepStrictEqual(before[field], after[field]))
    return fields.length > 0 ? [{ change: 'details', title: after.title, fields: [...fields] }] : []
  },

  steps: () => null,
  copy: (content, title) => ({ ...content, title }),
}

/** A resource to begin with: of a file, or of an address. */
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
