import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { Id } from './values.ts'

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

/** What a file is for. `team` is a team's logo or background: shown to everybody, signed in or not. */
export const filePurposes = ['video', 'audio', 'captions', 'document', 'image', 'package', 'team'] as const
export const FilePurpose = z.enum(filePurposes)
export type FilePurpose = z.infer<typeof FilePurpose>

/** Widths in pixels that every image is kept in, where it is that wide; `?w=320` on its address asks for one. */
export const imageWidths = [320, 640, 1280] as const
export type ImageWidth = (typeof imageWidths)[number]

export const files = {
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
    summary: 'Begin a resumable upload of up to 2 GB.',
    method: 'POST',
    path: '/api/uploads',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' } }),
    protocol: 'tus 1.0.0, creation',
  }),
  protocols: rawEndpoint({
    id: 'uploads.protocols',
    summary: 'Versions, extensions and largest size of resumable uploads.',
    method: 'OPTIONS',
    path: '/api/uploads',
    access: 'admin',
    callers: ['token', 'looking'],
    protocol: 'tus 1.0.0, core',
  }),
  offset: rawEndpoint({
    id: 'uploads.offset',
    summary: 'How much of an upload has arrived. HEAD answers as tus does, GET with `uploadId`, `size` and `offset`.',
    method: 'GET',
    path: '/api/uploads/:uploadId',
    access: 'admin',
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
    access: 'admin',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ params: { uploadId: given.newId() }, alsoFine: [404, 403, 410, 415, 412, 400] }),
    protocol: 'tus 1.0.0, core',
  }),
  abandon: rawEndpoint({
    id: 'uploads.abandon',
    summary: 'Throw an unfinished upload away.',
    method: 'DELETE',
    path: '/api/uploads/:uploadId',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ params: { uploadId: given.newId() }, alsoFine: [404, 410, 412] }),
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
    protocol: 'HTTP with Range; unknown types are sent inert',
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
