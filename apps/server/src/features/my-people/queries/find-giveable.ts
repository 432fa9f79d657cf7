import type { DocumentType } from '@learnt/contract/document-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'

export interface GiveableRow {
  readonly id: string
  readonly type: DocumentType
  readonly title: string
}

/** Published documents `d` that the caller has, or could start, themselves: what is not for managers is not theirs to give. */
export function isGiveable(ctx: Ctx): RawBuilder<boolean> {
  return sql<boolean>`(d.status in ('published', 'publishedwithdraft') and exists (
    select from assignments a join assignment_sources s on s.assignment_id = a.id
    where a.user_id = ${ctx.actor.userId} and a.document_id = d.id and a.is_active and a.ended_at is null and not s.needs_request))`
}

export async function listGiveable(
  ctx: Ctx,
  tx: ReadTx,
  { search, limit }: { search?: string | undefined; limit: number },
): Promise<GiveableRow[]> {
  const { rows } = await sql<GiveableRow>`
    select d.id, d.type, d.title from documents d
    where ${isGiveable(ctx)} and ${hasWords(sql`d.title`, search)} order by d.sort_title, d.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function findGiveable(
  ctx: Ctx,
  tx: ReadTx,
  of: { documentType: DocumentType; documentId: string },
): Promise<GiveableRow | null> {
  const { rows } = await sql<GiveableRow>`
    select d.id, d.type, d.title from documents d
    where d.id = ${of.documentId} and d.type = ${of.documentType} and ${isGiveable(ctx)}`.execute(tx)
  return rows[0] ?? null
}
