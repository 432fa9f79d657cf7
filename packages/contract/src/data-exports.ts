import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { Id, Moment, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    dataExports: { verbs: 'download' | 'make' }
    eraseRequests: { verbs: 'ask' | 'dismiss' | 'withdraw' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    dataExportReady: { days: number }
    eraseRequested: { person: string }
  }
}

/** How long a finished copy can be downloaded. */
export const exportKeptDays = 7

export const EraseWish = z.strictObject({ reason: z.string().trim().max(500).default('') })

/** One's own data: the copy that is being made or failed last, the one that can be had, and the open wish to be erased. */
export const OwnData = z.object({
  under: z
    .object({
      id: Id,
      jobId: Id,
      state: z.enum(['making', 'failed']),
      askedAt: Moment,
      done: z.number().int(),
      total: z.number().int().nullable(),
    })
    .nullable(),
  ready: z.object({ id: Id, readyAt: Moment, expiresAt: Moment, size: z.number().int() }).nullable(),
  erase: z.object({ askedAt: Moment, reason: z.string() }).nullable(),
  /** From when on the next wish can be said; null: now. */
  nextEraseAt: Moment.nullable(),
})
export type OwnData = z.infer<typeof OwnData>

const member = { params: z.object({ userId: Id }), query: z.object({ teamId: Slug.optional() }) }

export const dataExports = {
  mine: endpoint({
    id: 'dataExports.mine',
    summary: 'What the signed-in person asked for about their own data in this tenant, and how far it is.',
    method: 'GET',
    path: '/api/me/data',
    access: 'signedIn',
    callers: [],
    response: OwnData,
  }),
  make: endpoint({
    id: 'dataExports.make',
    summary:
      'Have a copy made of everything kept about the signed-in person in this tenant. Needs a fresh proof. While one is being made it is answered with that one; a new one replaces the old.',
    method: 'POST',
    path: '/api/me/data/exports',
    access: 'signedIn',
    callers: [],
    audit: 'dataExports.make',
    response: z.object({ id: Id, jobId: Id }),
  }),
  download: rawEndpoint({
    id: 'dataExports.download',
    summary: 'The finished copy, for the person alone.',
    method: 'GET',
    path: '/api/me/data/exports/:exportId',
    access: 'signedIn',
    callers: [],
    audit: 'dataExports.download',
    protocol: 'ZIP of JSON files, as an attachment',
    produces: 'application/zip',
  }),
}

export const eraseRequests = {
  ask: endpoint({
    id: 'eraseRequests.ask',
    summary: 'Ask the administrators to erase the signed-in person’s data. Erases nothing; once a day at most.',
    method: 'POST',
    path: '/api/me/data/erase-request',
    access: 'signedIn',
    callers: [],
    audit: 'eraseRequests.ask',
    sample: () => ({ body: { reason: 'I leave' } }),
    body: EraseWish,
    response: z.object({ askedAt: Moment }),
  }),
  withdraw: endpoint({
    id: 'eraseRequests.withdraw',
    summary: 'Take the wish to be erased back. Done twice it is the same.',
    method: 'DELETE',
    path: '/api/me/data/erase-request',
    access: 'signedIn',
    callers: [],
    audit: 'eraseRequests.withdraw',
    sample: () => ({ changesNothing: true }),
  }),
  ofMember: endpoint({
    id: 'eraseRequests.ofMember',
    summary: 'Whether somebody asked to be erased and neither they nor an administrator ended it.',
    method: 'GET',
    path: '/api/members/:userId/erase-request',
    access: 'admin',
    callers: ['token', 'looking'],
    ...member,
    response: z.object({
      request: z.object({ askedAt: Moment, reason: z.string() }).nullable(),
      can: z.object({ dismiss: z.string().nullable() }),
    }),
  }),
  dismiss: endpoint({
    id: 'eraseRequests.dismiss',
    summary: 'Put somebody’s wish to be erased away, when it is settled. Done twice it is the same.',
    method: 'DELETE',
    path: '/api/members/:userId/erase-request',
    access: 'admin',
    callers: ['token'],
    audit: 'eraseRequests.dismiss',
    sample: () => ({ changesNothing: true }),
    ...member,
  }),
}
