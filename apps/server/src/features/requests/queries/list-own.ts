import type { DocumentType } from '@learnt/contract/document-kinds'
import type { OwnRequest, RequestKind, RequestState, requestObstacles, requests } from '@learnt/contract/requests'
import { hereStatuses, visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { imageUrl } from '../../files/queries.ts'

export interface OwnRequestRow {
  readonly id: string
  readonly userId: string
  readonly kind: RequestKind
  readonly documentType: DocumentType | null
  readonly documentId: string | null
  readonly title: string
  readonly imageFileId: string | null
  readonly isBundle: boolean
  readonly note: string
  readonly state: RequestState
  readonly sentTo: 'managers' | 'administrators' | 'people'
  readonly submissionId: string | null
  readonly madeAt: Date
  readonly decidedAt: Date | null
  readonly decidedByName: string
  readonly reason: string
  readonly obstacle: (typeof requestObstacles)[number] | null
}

/** Columns of an OwnRequestRow, of requests `r` of documents `d`. */
export const requestColumns: RawBuilder<unknown> = sql`
  r.id, r.user_id, r.kind, r.document_type, r.document_id, coalesce(d.title, r.title) as title, d.image_file_id, coalesce(d.is_bundle, false) as is_bundle, r.note, r.state, r.sent_to, r.submission_id, r.made_at, r.decided_at, r.reason,
  coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = r.decided_by and m.is_primary), '') as decided_by_name,
  case when r.state <> 'open' then null
    when not exists (select from memberships m where m.user_id = r.user_id and m.status = any(${hereStatuses}::text[])) then 'left'
    when r.kind = 'document' and (d.status <> all(${visibleToLearners}::text[]) or not exists (
      select from assignments a where a.user_id = r.user_id and a.document_type = r.document_type and a.document_id = r.document_id and a.is_active)) then 'notOffered'
    end as obstacle`

export async function findOwnRequest(ctx: Ctx, tx: ReadTx, id: string): Promise<OwnRequestRow | null> {
  const { rows } = await sql<OwnRequestRow>`
    select ${requestColumns} from requests r left join documents d on d.id = r.document_id
    where r.id = ${id} and r.user_id = ${ctx.actor.userId}`.execute(tx)
  return rows[0] ?? null
}

/** The caller's own, newest first. */
export async function listOwnRequests(
  ctx: Ctx,
  tx: ReadTx,
  query: z.output<typeof requests.mine.query>,
): Promise<{ rows: OwnRequestRow[]; next: string | null; total: number }> {
  const after = decodeCursor(ctx, 'my-requests', query.cursor)
  const found = sql`
    from requests r left join documents d on d.id = r.document_id
    where r.user_id = ${ctx.actor.userId} and ${query.state?.length ? sql`r.state = any(${query.state}::text[])` : sql`true`}`
  const [page, count] = await Promise.all([
    sql<OwnRequestRow & { madeText: string }>`
      select ${requestColumns}, r.made_at::text as made_text ${found}
        and ${after ? sql`(r.made_at, r.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)` : sql`true`}
      order by r.made_at desc, r.id desc limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  const cut = cutPage(ctx, 'my-requests', page.rows, { limit: query.limit, key: (last) => [last.madeText, last.id] })
  return { ...cut, total: count.rows[0]?.total ?? 0 }
}

export function presentOwnRequest(ctx: Ctx, row: OwnRequestRow): OwnRequest {
  return {
    id: row.id,
    kind: row.kind,
    documentType: row.documentType,
    documentId: row.documentId,
    title: row.title,
    image: imageUrl(ctx, row.imageFileId),
    isBundle: row.isBundle,
    note: row.note,
    state: row.state,
    sentTo: row.sentTo,
    submissionId: row.submissionId,
    madeAt: row.madeAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedByName,
    reason: row.reason,
    obstacle: row.obstacle,
  }
}
