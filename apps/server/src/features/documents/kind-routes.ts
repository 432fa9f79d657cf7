import type { documentOperations } from '@learnt/contract/documents'
import type { z } from 'zod'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { startBulk } from './commands/change-many.ts'
import { createDocument, duplicateDocument } from './commands/create-document.ts'
import { discardDraft, moveDocument } from './commands/move-document.ts'
import { publishDocument } from './commands/publish-document.ts'
import { restoreVersion } from './commands/restore-version.ts'
import { saveDraft } from './commands/save-draft.ts'
import type { BaseContent, DocumentKindRules } from './kind.ts'
import { documentPolicy } from './policy.ts'
import { presentDocument, presentDocumentRow } from './present.ts'
import { compareVersions } from './queries/compare-versions.ts'
import { findBlockedPrerequisites } from './queries/find-blocked-prerequisites.ts'
import {
  countFacets,
  countLearners,
  type DocumentRecord,
  findDocument,
  findVersion,
  getContent,
  getWorkingContent,
  listDocuments,
  listNamed,
  listVersions,
} from './queries.ts'

type Operations<Content extends BaseContent, Create extends z.ZodRawShape> = ReturnType<
  typeof documentOperations<z.ZodType<Content>, Create>
>

/** What a draft of the kind begins with, from the body of its `create`. */
type Begin<Content> = (of: never, ctx: Ctx) => Content | Promise<Content>

/** The routes of documentOperations() for one kind. `own`: over the documents that the caller has made, and no others. */
export function documentRoutes<Content extends BaseContent, Create extends z.ZodRawShape>(
  operations: Operations<Content, Create>,
  kind: DocumentKindRules<Content>,
  begin: Begin<Content>,
  { own = false }: { own?: boolean } = {},
): Route[] {
  const find = async (ctx: Ctx, tx: ReadTx, id: string): Promise<DocumentRecord | undefined> => {
    const document = await findDocument(tx, kind.type, id)
    return own && document?.createdBy !== ctx.actor.userId ? undefined : document
  }
  const load = async (ctx: Ctx, id: string): Promise<DocumentRecord> => {
    const document = await ctx.read((tx) => find(ctx, tx, id))
    authorize(ctx.actor, documentPolicy.see, document)
    return document
  }
  const show = (ctx: Ctx, id: string) =>
    ctx.read(async (tx) => {
      const document = await find(ctx, tx, id)
      authorize(ctx.actor, documentPolicy.see, document)
      return presentDocument(ctx, tx, kind, document)
    })
  const move = async (ctx: Ctx, id: string, verb: 'withdraw' | 'archive' | 'restore') => {
    const document = await load(ctx, id)
    authorize(ctx.actor, documentPolicy[verb], document)
    await moveDocument(ctx, kind, document, verb)
    return show(ctx, id)
  }
  return [
    route(operations.list, async ({ ctx, query }) => {
      const { sort, direction, limit, cursor, ...asked } = query
      const filter = { ...asked, ...(own ? { createdBy: ctx.actor.userId } : {}) }
      const list = `${kind.noun}.${own ? 'own.' : ''}${sort}.${direction}`
      const after = decodeCursor(ctx, list, cursor) as [string, string] | null
      const { rows, total, totalIsExact } = await ctx.read((tx) =>
        listDocuments(tx, { type: kind.type, filter, sort, direction, limit, after }),
      )
      const page = cutPage(ctx, list, rows, { limit, key: (last) => [last.sortKey, last.id] })
      return { items: page.rows.map((row) => presentDocumentRow(ctx, row)), next: page.next, total, totalIsExact }
    }),

    route(operations.facets, ({ ctx }) =>
      ctx.read((tx) => countFacets(tx, kind.type, own ? ctx.actor.userId : undefined)),
    ),

    route(operations.get, ({ ctx, params }) => show(ctx, params.documentId)),

    route(operations.create, async ({ ctx, body }) => {
      const content = await begin(body as never, ctx)
      return show(ctx, (await createDocument(ctx, kind, { content })).id)
    }),

    route(operations.saveDraft, async ({ ctx, params, body }) => {
      const document = await load(ctx, params.documentId)
      authorize(ctx.actor, documentPolicy.edit, document)
      const saved = await saveDraft(ctx, kind, document, body as { revision: number; content: Content })
      return { ...saved, savedAt: saved.savedAt.toISOString() }
    }),

    route(operations.publishPreview, async ({ ctx, params }) => {
      const document = await load(ctx, params.documentId)
      return ctx.read(async (tx) => {
        const [draft, published, learners] = await Promise.all([
          getWorkingContent<Content>(tx, document),
          document.publishedVersionId ? getContent<Content>(tx, document.publishedVersionId) : null,
          countLearners(tx, document.id),
        ])
        const named = await listNamed(tx, [
          ...kind.namedDocuments(draft),
          ...(published ? kind.namedDocuments(published) : []),
        ])
        return {
          changes: kind.compare(published, draft, named),
          problems: [
            ...kind.findProblems(draft, document, named),
            ...((await kind.findOutside?.(tx, draft, document)) ?? []),
            ...(await findBlockedPrerequisites(tx, kind, document, draft, named)),
          ],
          learners,
          firstTime: published === null,
        }
      })
    }),

    route(operations.publish, async ({ ctx, params, body }) => {
      const document = await load(ctx, params.documentId)
      authorize(ctx.actor, documentPolicy.publish, document)
      await publishDocument(ctx, kind, document, {
        ...body,
        underWay: body.underWay === 'newOnly' ? 'finish' : 'carry',
      })
      return show(ctx, document.id)
    }),

    route(operations.discard, async ({ ctx, params }) => {
      const document = await load(ctx, params.documentId)
      authorize(ctx.actor, documentPolicy.discard, document)
      await discardDraft(ctx, kind, document)
      return show(ctx, document.id)
    }),

    route(operations.withdraw, ({ ctx, params }) => move(ctx, params.documentId, 'withdraw')),
    route(operations.archive, ({ ctx, params }) => move(ctx, params.documentId, 'archive')),
    route(operations.restore, ({ ctx, params }) => move(ctx, params.documentId, 'restore')),

    route(operations.duplicate, async ({ ctx, params, body }) => {
      const document = await load(ctx, params.documentId)
      authorize(ctx.actor, documentPolicy.duplicate, document)
      return show(ctx, (await duplicateDocument(ctx, kind, document, body)).id)
    }),

    route(operations.versions, async ({ ctx, params }) => {
      const document = await load(ctx, params.documentId)
      const versions = await ctx.read((tx) => listVersions(tx, document.id))
      return { items: versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() })) }
    }),

    route(operations.version, async ({ ctx, params }) => {
      const document = await load(ctx, params.documentId)
      return ctx.read(async (tx) => {
        const found = await findVersion<Content>(tx, document.id, params.versionId)
        if (!found) throw notFound()
        const version = { ...found.version, publishedAt: found.version.publishedAt.toISOString() }
        return { ...(await presentDocument(ctx, tx, kind, document, found.content)), version }
      })
    }),

    route(operations.compareVersions, async ({ ctx, params, query }) => {
      const document = await load(ctx, params.documentId)
      const changes = await ctx.read((tx) => compareVersions(tx, kind, document, query))
      if (!changes) throw notFound()
      return { changes }
    }),

    route(operations.restoreVersion, async ({ ctx, params, body }) => {
      const document = await load(ctx, params.documentId)
      authorize(ctx.actor, documentPolicy.edit, document)
      const found = await ctx.read((tx) => findVersion<Content>(tx, document.id, params.versionId))
      if (!found) throw notFound()
      const { version, content } = found
      await restoreVersion(ctx, kind, document, { ...body, number: version.number, content })
      return show(ctx, document.id)
    }),

    route(operations.bulk, ({ ctx, body }) => startBulk(ctx, kind, body, own ? ctx.actor.userId : undefined)),
  ]
}
