import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { notFound } from '../../../platform/problem.ts'
import { mayHaveExtraTime } from '../queries/find-people.ts'

/** More time for a person whose attempts at the form the administrator sees; also for an attempt that is under way. 0 takes it back. */
export function giveExtraTime(
  ctx: Ctx,
  form: { id: string; title: string },
  of: { userId: string; percent: number },
): Promise<void> {
  return ctx.write(async (tx) => {
    const person = await tx
      .selectFrom('memberships')
      .select('userId')
      .where('userId', '=', of.userId)
      .where(mayHaveExtraTime(ctx.actor, form.id))
      .executeTakeFirst()
    if (!person) throw notFound()
    if (of.percent === 0)
      await tx.deleteFrom('extraTimes').where('formId', '=', form.id).where('userId', '=', of.userId).execute()
    else
      await sql`
        insert into extra_times (form_id, user_id, percent, given_by, given_at)
        values (${form.id}, ${of.userId}, ${of.percent}, ${ctx.actor.userId}, ${ctx.now})
        on conflict (tenant_id, form_id, user_id) do update set percent = excluded.percent, given_by = excluded.given_by, given_at = excluded.given_at`.execute(
        tx,
      )
    await sql`
      update submissions s set ends_at = s.started_at
        + make_interval(mins => ceil((v.content->'settings'->>'timeLimitMinutes')::numeric * ${1 + of.percent / 100}::numeric)::int)
      from document_versions v
      where v.id = s.version_id and s.form_id = ${form.id} and s.user_id = ${of.userId} and s.state = 'inprogress' and s.ends_at is not null`.execute(
      tx,
    )
    await audit(ctx, tx, {
      action: 'forms.extraTime',
      subjectType: 'form',
      subjectId: form.id,
      subjectTitle: form.title,
      after: { person: of.userId, percent: of.percent },
    })
  })
}
