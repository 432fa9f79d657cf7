import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { readableKinds } from './readable-kinds.ts'
import { EncodingBasis, TellingRow, TextEncoding } from './text-encodings.ts'
import { Id } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    files: { verbs: 'adopt' | 'readAs'; subjects: 'file' }
  }
}

export const StoredFile = z.object({
  id: Id,
  name: z.string(),
  /** Found from the content, never from what the client said. */
  contentType: z.string(),
  size: z.number().int(),
  /** Signed address for the person who asked; valid for some hours, only with that person’s session. */
  url: z.string(),
})
export type StoredFile = z.infer<typeof StoredFile>

/**
 * What a file is for. `team` is a team's logo or background: shown to everybody, signed in or not. `answer` is what somebody
 * gives in a form: any kind of file. `feed` is a table of people from an HR system. `avatar` is somebody's picture.
 */
export const filePurposes = [
  'video',
  'audio',
  'captions',
  'document',
  'image',
  'package',
  'team',
  'answer',
  'feed',
  'avatar',
] as const
export const FilePurpose = z.enum(filePurposes)
export type FilePurpose = z.infer<typeof FilePurpose>
/** What stands in documents, questions and pictures of them. */
export const contentPurposes: readonly FilePurpose[] = ['video', 'audio', 'captions', 'document', 'image']

/** Widths in pixels that every image is kept in, where it is that wide; `?w=320` on its address asks for one. */
export const imageWidths = [320, 640, 1280] as const
export type ImageWidth = (typeof imageWidths)[number]

/** Rows of a sheet or of a CSV, as the page needs them to lay out the table before it has fetched any. */
export const SheetOutline = z.object({
  name: z.string(),
  /** Number of the last row that has something in it. */
  rows: z.number().int(),
  columns: z.number().int(),
  /** The number of the sheet's first part; its others follow. */
  firstPart: z.number().int(),
  /** For each part the index of its first row, counted from 0. Rows that no part has are empty. */
  starts: z.array(z.number().int()),
  /** For each column, how many letters wide it is. */
  widths: z.array(z.number().int()),
  /** Columns that hold mostly numbers. */
  numeric: z.array(z.number().int()),
  /** There is more in the file than is shown. */
  isCut: z.boolean(),
})
export type SheetOutline = z.infer<typeof SheetOutline>

export const DocumentOutline = z.object({
  /** `waiting`: it is being prepared; ask again. PDFs are read from their own address and need not be waited for. */
  state: z.enum(['waiting', 'ready', 'failed']),
  kind: z.enum(readableKinds),
  /** Why it cannot be shown, as a sentence in the caller’s language; empty unless it failed. */
  reason: z.string(),
  parts: z.number().int(),
  /** Words in all of it; 0 where nobody counted. */
  words: z.number().int(),
  /** Of a PDF; null where nobody counted. */
  pages: z.number().int().nullable(),
  slides: z.number().int(),
  sheets: z.array(SheetOutline),
  /** There is more in the file than is shown. */
  isCut: z.boolean(),
  /** How the text of a CSV was read, and why so; '' of other documents. */
  encoding: z.string(),
  encodingBasis: EncodingBasis,
  /** Its first rows with letters outside ASCII. */
  telling: z.array(TellingRow),
})
export type DocumentOutline = z.infer<typeof DocumentOutline>

export const SlideBlock = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    lines: z.array(z.object({ text: z.string(), level: z.number().int(), isBullet: z.boolean() })),
  }),
  z.object({ kind: z.literal('table'), rows: z.array(z.array(z.string())) }),
  z.object({
    kind: z.literal('picture'),
    /** Signed for the caller, like the address of a file. */
    url: z.string(),
    alt: z.string(),
    width: z.number().int(),
    height: z.number().int(),
  }),
  z.object({
    kind: z.literal('chart'),
    title: z.string(),
    categories: z.array(z.string()),
    series: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  }),
])
export type SlideBlock = z.infer<typeof SlideBlock>

export const Slide = z.object({ number: z.number().int(), title: z.string(), blocks: z.array(SlideBlock) })
export type Slide = z.infer<typeof Slide>

/** A part of a prepared document: some pages of text, a range of rows, some slides. */
export const DocumentPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('word'), html: z.string() }),
  z.object({ kind: z.literal('sheets'), rows: z.array(z.array(z.string())) }),
  z.object({ kind: z.literal('slides'), slides: z.array(Slide) }),
])
export type DocumentPart = z.infer<typeof DocumentPart>

export const files = {
  readAs: endpoint({
    id: 'files.readAs',
    summary: 'Say how the text of a CSV document is encoded, or leave it to be found out. Its pages are prepared anew.',
    method: 'PUT',
    path: '/api/files/:fileId/encoding',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'files.readAs',
    sample: () => ({ body: { encoding: 'utf-8' }, alsoFine: [404] }),
    params: z.object({ fileId: Id }),
    body: z.strictObject({ encoding: TextEncoding }),
    response: DocumentOutline,
  }),
  adopt: endpoint({
    id: 'files.adopt',
    summary: 'Make a file of a finished upload. Refused with the reason when the content does not fit the purpose.',
    method: 'POST',
    path: '/api/files',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'files.adopt',
    sample: (given) => ({ body: { uploadId: given.newId(), purpose: 'image' }, alsoFine: [404, 422] }),
    idempotency: 'honoured',
    body: z.strictObject({ uploadId: z.string().max(100), purpose: FilePurpose }),
    response: StoredFile,
    status: 201,
  }),
  get: endpoint({
    id: 'files.get',
    summary: 'Name, type, size and a signed address of a file.',
    method: 'GET',
    path: '/api/files/:fileId',
    access: 'admin',
    callers: ['token', 'looking'],
    params: z.object({ fileId: Id }),
    response: StoredFile,
  }),
  create: rawEndpoint({
    id: 'uploads.create',
    summary: 'Begin a resumable upload of up to 2 GB; of up to 50 MB for people who are no administrators.',
    method: 'POST',
    path: '/api/uploads',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' } }),
    answers: [201],
    protocol: 'tus 1.0.0, creation',
  }),
  protocols: rawEndpoint({
    id: 'uploads.protocols',
    summary: 'Versions, extensions and largest size of resumable uploads.',
    method: 'OPTIONS',
    path: '/api/uploads',
    access: 'signedIn',
    callers: ['token', 'looking'],
    answers: [204],
    protocol: 'tus 1.0.0, core',
  }),
  offset: rawEndpoint({
    id: 'uploads.offset',
    summary: 'How much of an upload has arrived. HEAD answers as tus does, GET with `uploadId`, `size` and `offset`.',
    method: 'GET',
    path: '/api/uploads/:uploadId',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { uploadId: given.newId() }, alsoFine: [404, 405] }),
    protocol: 'tus 1.0.0, core',
    produces: 'application/json',
  }),
  continue: rawEndpoint({
    id: 'uploads.append',
    summary: 'Append bytes to a resumable upload.',
    method: 'PATCH',
    path: '/api/uploads/:uploadId',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ params: { uploadId: given.newId() }, alsoFine: [404, 403, 410, 415, 412, 400] }),
    answers: [204],
    protocol: 'tus 1.0.0, core',
  }),
  abandon: rawEndpoint({
    id: 'uploads.abandon',
    summary: 'Throw an unfinished upload away.',
    method: 'DELETE',
    path: '/api/uploads/:uploadId',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ params: { uploadId: given.newId() }, alsoFine: [404, 410, 412] }),
    answers: [204],
    protocol: 'tus 1.0.0, termination',
  }),
  download: rawEndpoint({
    id: 'files.download',
    summary: 'The bytes of a file, with ranges; the signature and the session must belong together.',
    method: 'GET',
    path: '/files/:fileId/:signature/:name',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({
      by: 'admin',
      params: { signature: 'none', name: 'a.pdf' },
      alsoFine: [404],
    }),
    answers: [200, 206, 304],
    protocol: 'HTTP with Range; unknown types are sent inert',
  }),
  outline: endpoint({
    id: 'files.outline',
    summary:
      'What a document consists of, to read it in the page; the signature is that of its address. Prepares it where nobody has.',
    method: 'GET',
    path: '/api/files/:fileId/:signature/outline',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ by: 'admin', params: { signature: 'none' }, alsoFine: [404] }),
    params: z.object({ fileId: Id, signature: z.string().max(100) }),
    response: DocumentOutline,
  }),
  part: rawEndpoint({
    id: 'files.part',
    summary: 'A part of a prepared document, counted from 0: pages of text, a range of rows, or slides.',
    method: 'GET',
    path: '/api/files/:fileId/:signature/parts/:number',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ by: 'admin', params: { signature: 'none', number: '0' }, alsoFine: [404] }),
    answers: [200, 304],
    protocol: 'HTTP with conditional requests; JSON as `DocumentPart`',
    produces: 'application/json',
  }),
  avatar: rawEndpoint({
    id: 'files.avatar',
    summary: 'The picture of somebody of the tenant, square: small, or large with `?w=512`.',
    method: 'GET',
    path: '/avatars/:name',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ params: { name: 'none' }, alsoFine: [404] }),
    protocol: 'HTTP; WebP only',
    produces: 'image/webp',
  }),
  publicImage: rawEndpoint({
    id: 'files.publicImage',
    summary: 'A logo or background of a team, shown before sign-in.',
    method: 'GET',
    path: '/team-files/:teamId/:name',
    access: 'public',
    callers: ['token', 'looking'],
    sample: () => ({ params: { name: 'none' }, alsoFine: [404] }),
    protocol: 'HTTP; images only',
  }),
}
