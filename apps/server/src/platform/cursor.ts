import type { Ctx } from './context.ts'
import { invalid } from './problem.ts'

/**
 * Keyset cursors: the sort values of the last row, signed so that nobody can make one up. They are bound to the list and
 * its sort; a cursor of another list, sort or installation is refused at the field.
 */
export type CursorValue = string | number | null

export function encodeCursor(ctx: Ctx, list: string, values: readonly CursorValue[]): string {
  const body = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${body}.${ctx.services.secrets.sign('cursor', ctx.actor.tenantId, list, body).slice(0, 16)}`
}

/** The rows of a page and the cursor of the next one. `rows`: one more than `limit` where there is a next page. */
export function cutPage<Row>(
  ctx: Ctx,
  list: string,
  rows: readonly Row[],
  of: { limit: number; key: (last: Row) => readonly CursorValue[] },
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, of.limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > of.limit && last ? encodeCursor(ctx, list, of.key(last)) : null }
}

export function decodeCursor(ctx: Ctx, list: string, cursor: string | undefined): CursorValue[] | null {
  if (cursor === undefined || cursor === '') return null
  const [body = '', signature = ''] = cursor.split('.')
  if (ctx.services.secrets.sign('cursor', ctx.actor.tenantId, list, body).slice(0, 16) !== signature)
    throw invalid({ 'query.cursor': 'cursor' })
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as CursorValue[]
}
