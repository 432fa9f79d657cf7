import { visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { missingPrerequisite } from '../../assignments/queries.ts'
import { listShownTypes } from '../../documents/queries.ts'
import { linkOf } from './tell-assigned.ts'

/** People told by one transaction, with a mail for each. */
const peopleAtOnce = 100

/**
 * Notifies and mails people that something opened because they finished what comes before it. The assignments may have
 * been closed or begun since; each cycle is told once.
 */
export async function tellOpened(ctx: Ctx, { assignmentIds }: { assignmentIds: readonly string[] }): Promise<void> {
  const types = await ctx.read(listShownTypes)
  for (let at = 0; at < assignmentIds.length; at += peopleAtOnce) {
    const ids = assignmentIds.slice(at, at + peopleAtOnce)
    await ctx.write(async (tx) => {
      await notifyMany(ctx, tx, {
        kind: 'documentOpened',
        atMost: peopleAtOnce,
        from: sql`
          select a.user_id, null::text as team_id, 'documentOpened:' || a.id as key, ${linkOf} as link,
            jsonb_build_object('documentType', c.type, 'courseId', c.id, 'title', c.title, 'isBundle', c.is_bundle) as params
          from assignments a join documents c on c.id = a.document_id
          where a.id = any(${ids}::uuid[]) and a.document_type = any(${types}::text[]) and a.is_active and not a.needs_request and a.waits_for is null
            and a.state = 'notstarted' and c.status = any(${visibleToLearners}::text[]) and a.frozen_at is null and a.started_at is null
            and ${missingPrerequisite(sql`a.user_id`, sql`c.prerequisites`)} is null`,
      })
      // Mails only the people who are told of it just now.
      const { rows } = await sql<{
        userId: string
        teamId: string
        email: string
        firstName: string
        link: string
        title: string
      }>`
        select n.user_id, m.team_id, m.email, m.shown_first_name as first_name, n.link, n.params->>'title' as title
        from assignments a join notifications n on n.user_id = a.user_id and n.key = 'documentOpened:' || a.id and n.created_at = ${ctx.now}
        join memberships m on m.user_id = a.user_id and m.is_primary
        where a.id = any(${ids}::uuid[]) order by n.user_id`.execute(tx)
      for (const { userId, teamId, email, firstName, link, title } of rows)
        await queueMail(ctx, tx, {
          kind: 'documentOpened',
          to: email,
          userId,
          teamId,
          values: { name: firstName, title },
          path: link,
        })
    })
  }
}
