import { api } from '@learnt/contract'
import type { Mail } from '@learnt/contract/administration'
import type { Presented } from '@learnt/contract/endpoint'
import type { Actor } from '../../platform/actor.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { codeMark } from '../../platform/mail/queue-mail.ts'
import type { Translate } from '../../platform/translate.ts'
import { listMails, type MailRow } from './queries.ts'

export const mailRoutes: Route[] = [
  route(api.mails.list, async ({ ctx, query }) => {
    const { search, userId, limit } = query
    const after = decodeCursor(ctx, 'mails', query.cursor) as [string, string] | null
    const { rows, total, totalIsExact } = await ctx.read((tx) =>
      listMails(tx, ctx.actor, { search, userId, limit, after }),
    )
    const page = cutPage(ctx, 'mails', rows, { limit, key: (last) => [last.createdText, last.id] })
    return {
      items: page.rows.map((row) => presentMail(row, ctx.actor, ctx.t)),
      next: page.next,
      total,
      totalIsExact,
    }
  }),
]

function presentMail(row: MailRow, actor: Actor, t: Translate): Presented<typeof Mail> {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.linkId === null ? row.textBody : row.textBody.replaceAll(codeMark(row.linkId), readableCode(row, actor)),
    kind: row.kind,
    state: row.state,
    reason: row.reason === '' ? '' : [t(`mails.reason.${row.reason}`), row.reasonDetail].filter(Boolean).join(' '),
    createdAt: row.createdAt,
    sentAt: row.sentAt,
  }
}

/**
 * Anybody who reads the link can use it. Without a mail server, a superadministrator passes it on to the person. A
 * tenant's administrators must not, since they have no say about their people's credentials.
 */
function readableCode(row: MailRow, actor: Actor): string {
  return row.state === 'kept' && row.linkCode !== '' && actor.roles.includes('superadmin') ? row.linkCode : '•••'
}
