import { api } from '@learnt/contract'
import type { Mail } from '@learnt/contract/administration'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Translate } from '../../platform/translate.ts'
import { listMails, type MailRow } from './queries.ts'

export const mailRoutes: Route[] = [
  route(api.mails.list, async ({ ctx, query }) => {
    const { search, limit } = query
    const after = decodeCursor(ctx, 'mails', query.cursor) as [string, string] | null
    const { rows, total } = await ctx.read((tx) => listMails(tx, ctx.actor, { search, limit, after }))
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map((row) => presentMail(row, ctx.t)),
      next: rows.length > limit && last ? encodeCursor(ctx, 'mails', [last.createdText, last.id]) : null,
      total,
    }
  }),
]

function presentMail(row: MailRow, t: Translate): Mail {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.textBody,
    kind: row.kind,
    state: row.state,
    reason: row.reason === '' ? '' : [t(`mails.reason.${row.reason}`), row.reasonDetail].filter(Boolean).join(' '),
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}
