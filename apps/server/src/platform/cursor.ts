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

export function decodeCursor(ctx: Ctx, list: string, cursor: string | undefined): CursorValue[] | null {
  if (cursor === undefined || cursor === '') return null
  const [body = '', signature = ''] = cursor.split('.')
  if (ctx.services.secrets.sign('cursor', ctx.actor.tenantId, list, body).slice(0, 16) !== signature)
    throw invalid({ 'query.cursor': 'cursor' })
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as CursorValue[]
}
