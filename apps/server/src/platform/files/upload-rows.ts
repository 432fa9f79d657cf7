import { sql } from 'kysely'
import type { ReadTx, Row, WriteTx } from '../db/database.ts'

/** Whose upload, and which. */
export interface OwnUpload {
  readonly id: string
  readonly userId: string
}

export function findUpload(tx: ReadTx, { id, userId }: OwnUpload): Promise<Row<'uploads'> | undefined> {
  return tx.selectFrom('uploads').selectAll().where('id', '=', id).where('userId', '=', userId).executeTakeFirst()
}

/** Bytes that a person's uploads were begun with. */
export async function listUploadSizes(tx: ReadTx, userId: string): Promise<number[]> {
  const rows = await tx.selectFrom('uploads').select('size').where('userId', '=', userId).execute()
  return rows.map((row) => row.size)
}

export async function insertUpload(tx: WriteTx, of: OwnUpload & { size: number; now: Date }): Promise<void> {
  const { id, userId, size, now } = of
  await tx.insertInto('uploads').values({ id, userId, name: '', size, touchedAt: now }).execute()
}

export async function nameUpload(tx: WriteTx, { id, userId }: OwnUpload, name: string): Promise<void> {
  await tx.updateTable('uploads').set({ name }).where('id', '=', id).where('userId', '=', userId).execute()
}

/** Appends a piece if the upload ends at `offset`, and answers where it ends then; null: it does not, or has too many. */
export async function appendPiece(
  tx: WriteTx,
  { id, userId }: OwnUpload,
  piece: { offset: number; size: number; name: string; now: Date; maxPieces: number },
): Promise<number | null> {
  const { offset, size, name, now, maxPieces } = piece
  const { rows } = await sql<{ arrived: number }>`
    update uploads set arrived = arrived + ${size}, pieces = pieces || ${name}::text, touched_at = ${now}
    where id = ${id} and user_id = ${userId} and arrived = ${offset} and arrived + ${size} <= size
      and cardinality(pieces) < ${maxPieces}
    returning arrived`.execute(tx)
  return rows[0]?.arrived ?? null
}

/** Answers whether it was there. */
export async function deleteUpload(tx: WriteTx, { id, userId }: OwnUpload): Promise<boolean> {
  const gone = await tx
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Of all tenants, for the worker. */
export function listUntouched(tx: ReadTx, before: Date): Promise<{ tenantId: string; id: string }[]> {
  return tx.selectFrom('uploads').select(['tenantId', 'id']).where('touchedAt', '<', before).execute()
}

/** Unless somebody went on with it meanwhile; answers whether it is gone. */
export async function deleteUntouched(tx: WriteTx, id: string, before: Date): Promise<boolean> {
  const gone = await tx
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('touchedAt', '<', before)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Which of these are there, in whatever tenant, for the worker. */
export async function listKnownUploads(tx: ReadTx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select tenant_id || '/' || id as key from uploads where id = any(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}
