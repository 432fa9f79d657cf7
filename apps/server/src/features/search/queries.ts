import { documentTypes } from '@learnt/contract/document-kinds'
import type { Found } from '@learnt/contract/search'
import { fullName } from '@learnt/contract/text'
import type { Actor } from '../../platform/actor.ts'
import { isAdmin } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { findBadgeTitles } from '../badges/queries/find-badges.ts'
import { findCertificateTitles } from '../certificates/queries/find-templates.ts'
import { findTitles } from '../documents/queries/find-documents.ts'
import { findOwnTitles } from '../learning/queries/find-own-titles.ts'
import { listMembers } from '../members/queries.ts'
import { findAllResources, findOwnResources } from '../resources/queries/find-resources.ts'

/** One kind of thing that search finds: who finds it at all, and what of it, within what that person may see. */
export interface SearchKind {
  readonly mayFind: (actor: Actor) => boolean
  readonly find: (ctx: Ctx, tx: ReadTx, words: string, limit: number) => Promise<Found[]>
}

/** Kinds of document that are found by their titles; resources are found by what is inside their files as well. */
const titledTypes = documentTypes.filter((type) => type !== 'resource')

/** In the order in which the person sees them. A new feature adds its kind here. */
export const searchKinds: readonly SearchKind[] = [
  {
    mayFind: () => true,
    find: async (ctx, tx, words, limit) =>
      (await findOwnTitles(tx, { userId: ctx.actor.userId, types: titledTypes, words, limit })).map((row) => ({
        kind: 'myDocument',
        documentType: row.documentType,
        id: row.documentType === 'course' ? row.id : row.documentId,
        title: row.title,
        detail: row.waitsFor === null ? row.category : ctx.t('search.locked', { title: row.waitsFor }),
      })),
  },
  {
    mayFind: () => true,
    find: async (ctx, tx, words, limit) =>
      (await findOwnResources(tx, ctx.actor.userId, words, limit)).map((row) => ({
        kind: 'myDocument',
        documentType: 'resource',
        id: row.id,
        title: row.title,
        detail: row.category,
      })),
  },
  {
    // As the lists of documents do: administrators of the tenant.
    mayFind: isAdmin,
    find: async (_ctx, tx, words, limit) =>
      (await findTitles(tx, { types: titledTypes, words, limit })).map((row) => ({
        kind: 'document',
        documentType: row.type,
        id: row.id,
        title: row.title,
        detail: row.category,
      })),
  },
  {
    mayFind: isAdmin,
    find: async (_ctx, tx, words, limit) =>
      (await findAllResources(tx, words, limit)).map((row) => ({
        kind: 'document',
        documentType: 'resource',
        id: row.id,
        title: row.title,
        detail: row.category,
      })),
  },
  {
    // As the list of people does, which leaves out whom this administrator does not look after.
    mayFind: isAdmin,
    find: async (ctx, tx, words, limit) => {
      // memberships are listed, and people found: whoever is in several teams stands there once
      const of = { filter: { search: words }, sort: 'name', direction: 'asc', limit: 2 * limit, after: null } as const
      const { rows } = await listMembers(tx, ctx.actor, of)
      const found = new Map<string, (typeof rows)[number]>()
      for (const row of rows) if (!found.has(row.userId) || row.teamId === ctx.actor.teamId) found.set(row.userId, row)
      return [...found.values()].slice(0, limit).map((row) => ({
        kind: 'person',
        documentType: null,
        id: row.userId,
        title: fullName(row),
        detail: row.email,
        teamId: row.teamId,
      }))
    },
  },
  {
    mayFind: () => true,
    find: async (ctx, tx, words, limit) =>
      (await findBadgeTitles(ctx, tx, { all: isAdmin(ctx.actor), words, limit })).map((row) => ({
        kind: row.isOwn ? 'myBadge' : 'badge',
        documentType: null,
        id: row.id,
        title: row.title,
        detail: '',
      })),
  },
  {
    mayFind: () => true,
    find: async (ctx, tx, words, limit) =>
      (await findCertificateTitles(ctx, tx, { all: isAdmin(ctx.actor), words, limit })).map((row) => ({
        kind: row.isOwn ? 'myCertificate' : 'certificate',
        documentType: null,
        id: row.id,
        title: row.title,
        detail: row.serial,
      })),
  },
]
