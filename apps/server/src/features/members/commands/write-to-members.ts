import type { AnswerOf, HandlerInput } from '@learnt/contract/endpoint'
import type { members } from '@learnt/contract/members'
import { hereStatuses } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { doneJobRows, type JobRow, recordJobRows } from '../../../platform/jobs/job-rows.ts'
import { composeMail, isPlaceholder, queueMail } from '../../../platform/mail/queue-mail.ts'
import { memberPolicy } from '../policy.ts'
import { matchesSelection } from '../queries.ts'
import { nameOf } from './create-member.ts'

type Message = HandlerInput<typeof members.mail>['body']
type Preview = AnswerOf<typeof members.previewMail>

const kind = 'memberMessage'

/** Why somebody gets no such mail: they left, or there is no address. Null: they get it. */
function whySkipped(row: { status: string; email: string }): 'leftAlready' | 'noAddressOfMember' | null {
  if (!(hereStatuses as readonly string[]).includes(row.status)) return 'leftAlready'
  return isPlaceholder(row.email) ? 'noAddressOfMember' : null
}

/** Writes to some memberships for a job: each person once, in however many teams. Safe to call again. */
export async function writeForJob(
  ctx: Ctx,
  jobId: string,
  membershipIds: readonly string[],
  { subject, text }: Pick<Message, 'subject' | 'text'>,
): Promise<void> {
  await ctx.write(async (tx) => {
    const done = await doneJobRows(tx, jobId, membershipIds)
    const open = membershipIds.filter((id) => !done.has(id))
    if (open.length === 0) return
    const rows = await tx
      .selectFrom('memberships')
      .select(['id', 'userId', 'teamId', 'roles', 'firstName', 'lastName', 'email', 'status'])
      .where('id', 'in', open)
      .execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    const { rows: told } = await sql<{ userId: string }>`
      select m.user_id from memberships m join job_rows j on j.subject_id = m.id
      where j.job_id = ${jobId} and j.outcome = 'done' and m.user_id = any (${rows.map((row) => row.userId)}::uuid[])`.execute(
      tx,
    )
    const written = new Set(told.map((one) => one.userId))
    const judged: JobRow[] = []
    for (const id of open) {
      const row = found.get(id)
      if (!row || memberPolicy.read(ctx.actor, row) !== null) {
        judged.push({ subjectId: id, title: '', outcome: 'failed', reason: 'notFound' })
        continue
      }
      const reason = written.has(row.userId) ? 'alreadyWritten' : whySkipped(row)
      judged.push({ subjectId: id, title: nameOf(row), outcome: reason ? 'skipped' : 'done', reason: reason ?? '' })
      if (reason) continue
      written.add(row.userId)
      await queueMail(ctx, tx, {
        kind,
        to: row.email,
        userId: row.userId,
        teamId: row.teamId,
        values: { name: row.firstName, subject, text },
      })
    }
    await recordJobRows(tx, jobId, judged)
  })
}

/** How the mail looks from the administrator's own team, and who gets none. */
export async function previewMail(ctx: Ctx, tx: ReadTx, { selection, subject, text }: Message): Promise<Preview> {
  const selected = matchesSelection(ctx.actor, selection)
  const [mail, counted, skipped] = await Promise.all([
    composeMail(ctx, tx, {
      kind,
      to: '',
      userId: ctx.actor.userId,
      teamId: ctx.actor.teamId,
      values: { name: ctx.t('members.someone'), subject, text },
    }),
    sql<{ people: number; skipped: number }>`
      select count(distinct user_id)::int as people, (count(distinct user_id) filter (where ${isSkipped}))::int as skipped
      from memberships where ${selected}`.execute(tx),
    sql<{ id: string; firstName: string; lastName: string; email: string; status: string }>`
      select id, first_name, last_name, email, status from memberships where ${selected} and ${isSkipped}
      order by sort_name, id limit ${namedAtMost}`.execute(tx),
  ])
  return {
    ...mail,
    people: counted.rows[0]?.people ?? 0,
    skippedCount: counted.rows[0]?.skipped ?? 0,
    skipped: skipped.rows.map((row) => ({
      id: row.id,
      name: nameOf(row),
      reason: whySkipped(row) ?? 'noAddressOfMember',
    })),
  }
}

/** As whySkipped(), for the database. */
const isSkipped: RawBuilder<boolean> = sql`(status <> all (${[...hereStatuses]}::text[]) or email = '' or email like '%@no-mail.invalid')`
const namedAtMost = 20
