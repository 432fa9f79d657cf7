import type { Found } from '@learnt/contract/search'
import { fullName } from '@learnt/contract/text'
import type { Actor } from '../../platform/actor.ts'
import { isAdmin } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { listDocuments } from '../documents/queries.ts'
import { findOwnFormsByWords } from '../forms/queries/own-forms.ts'
import { findOwnTitles } from '../learning/queries/find-own-titles.ts'
import { listMembers } from '../members/queries.ts'
import { findAllResources, findOwnResources } from '../resources/queries/find-resources.ts'

/** One kind of thing that search finds: who finds it at all, and what of it, within what that person may see. */
export interface SearchKind {
  readonly kind: Found['kind']
  readonly mayFind: (actor: Actor) => boolean
  readonly find: (ctx: Ctx, tx: ReadTx, words: string, limit: number) => Promise<Found[]>
}

/** In the order in which the person sees them. A new feature adds its kind here. */
export const searchKinds: readonly SearchKind[] = [
  {
    kind: 'myCourse',
    mayFind: () => true,
    find: async (ctx, tx, words, limit) =>
      (await findOwnTitles(tx, ctx.actor.userId, words, limit)).map((row) => ({
        kind: 'myCourse',
        id: row.id,
        title: row.title,
        detail: row.waitsFor === null ? row.category : ctx.t('search.locked', { title: row.waitsFor }),
      })),
  },
  {
    kind: 'myResource',
    mayFind: () => true,
    find: async (ctx, tx, words, limit) =>
      (await findOwnResources(tx, ctx.actor.userId, words, limit)).map((row) => ({
        kind: 'myResource',
        id: row.id,
        title: row.title,
        detail: row.category,
      })),
  },
  {
    kind: 'myForm',
    mayFind: () => true,
    find: async (ctx, tx, words, limit) =>
      (await findOwnFormsByWords(tx, ctx.actor.userId, words, limit)).map((row) => ({
        kind: 'myForm',
        id: row.id,
        title: row.title,
        detail: row.category,
      })),
  },
  {
    kind: 'course',
    // As the list of courses does: administrators of the tenant.
    mayFind: isAdmin,
    find: async (_ctx, tx, words, limit) => {
      const of = {
        type: 'course',
        filter: { search: words },
        sort: 'title',
        direction: 'asc',
        limit,
        after: null,
      } as const
      const { rows } = await listDocuments(tx, of)
      return rows.map((row) => ({ kind: 'course', id: row.id, title: row.title, detail: row.category }))
    },
  },
  {
    kind: 'resource',
    mayFind: isAdmin,
    find: async (_ctx, tx, words, limit) =>
      (await findAllResources(tx, words, limit)).map((row) => ({
        kind: 'resource',
        id: row.id,
        title: row.title,
        detail: row.category,
      })),
  },
  {
    kind: 'form',
    mayFind: isAdmin,
    find: async (_ctx, tx, words, limit) => {
      const of = {
        type: 'form',
        filter: { search: words },
        sort: 'title',
        direction: 'asc',
        limit,
        after: null,
      } as const
      const { rows } = await listDocuments(tx, of)
      return rows.map((row) => ({ kind: 'form', id: row.id, title: row.title, detail: row.category }))
    },
  },
  {
    kind: 'person',
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
        id: row.userId,
        title: fullName(row),
        detail: row.email,
        teamId: row.teamId,
      }))
    },
  },
]
