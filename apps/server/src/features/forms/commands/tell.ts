import type { FormSettings } from '@learnt/contract/forms/content'
import { type SubmissionState, waitingStates } from '@learnt/contract/forms/submission-states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { listAdministratorsOf } from '../../accounts/queries.ts'

/** Notices about a submission. */
export type FormNotice = 'markingWaits' | 'formReopened' | 'formDecided'

interface Told {
  readonly id: string
  readonly formId: string
  readonly title: string
  readonly state: SubmissionState
  readonly userId: string
  readonly membershipId: string
  readonly comment: string
  readonly settings: FormSettings
  readonly person: string
  readonly firstName: string
  readonly email: string
  readonly teamId: string
}

interface Receiver {
  readonly userId: string
  readonly teamId: string
  readonly firstName: string
  readonly email: string
  readonly roles: readonly string[]
}

/** Tells markers that a submission waits for them, or the person what became of theirs. `key`: of which time. */
export async function tellOfSubmission(
  ctx: Ctx,
  of: { submissionId: string; notice: FormNotice; key: string },
): Promise<void> {
  await ctx.write(async (tx) => {
    const { rows } = await sql<Told>`
      select s.id, s.form_id, s.state, d.title, s.user_id, s.membership_id, s.comment, v.content->'settings' as settings,
        rtrim(p.shown_first_name || ' ' || p.last_name) as person, p.shown_first_name as first_name, p.email, p.team_id
      from submissions s join documents d on d.id = s.form_id join document_versions v on v.id = s.version_id
      join lateral (
        select m.* from memberships m where m.user_id = s.user_id order by m.id = s.membership_id desc, m.is_primary desc limit 1
      ) p on true
      where s.id = ${of.submissionId}`.execute(tx)
    const [told] = rows
    if (!told) return
    const { title, person } = told
    const key = `${of.notice}:${told.id}:${of.key}`
    if (of.notice === 'markingWaits') {
      // Marked meanwhile: no longer news.
      if (!waitingStates.includes(told.state)) return
      for (const marker of await listMarkers(ctx, tx, told))
        await tellOne(ctx, tx, {
          notice: of.notice,
          to: marker,
          teamId: marker.teamId,
          key,
          params: { submissionId: told.id, person, title },
          link: pageOf(told.id, marker.roles),
          values: { title, person },
        })
      return
    }
    const reason = told.comment
    await tellOne(ctx, tx, {
      notice: of.notice,
      to: told,
      teamId: null,
      key,
      params: { formId: told.formId, title, ...(of.notice === 'formReopened' ? { reason } : {}) },
      link:
        of.notice === 'formReopened'
          ? `/apps/myforms/${told.formId}`
          : `/apps/myformsubmissions/${told.formId}?submission=${told.id}`,
      values: { title, reason: reason === '' ? '' : `\n\n${reason}` },
    })
  })
}

/** People named by the form, and the person's managers; administrators where nobody else marks. Never the person. */
async function listMarkers(ctx: Ctx, tx: WriteTx, told: Told): Promise<Receiver[]> {
  const { managers, administrators, people } = told.settings.assessors
  const { rows } = await sql<Receiver>`
    select distinct on (m.user_id) m.user_id, m.team_id, m.shown_first_name as first_name, m.email, m.roles from memberships m
    where m.status = 'active' and m.user_id <> ${told.userId} and (m.user_id = any(${people}::uuid[])
      or ${managers} and 'manager' = any (m.roles) and exists (
        select from memberships o where o.id = ${told.membershipId} and m.user_id::text = any (o.all_managers)))
    order by m.user_id, m.is_primary desc limit 100`.execute(tx)
  if (rows.length > 0 || !administrators) return rows
  const found = await listAdministratorsOf(tx, told.teamId, ctx.actor.tenantId)
  return found.filter((one) => one.userId !== told.userId).map((one) => ({ ...one, roles: ['admin'] }))
}

function pageOf(submissionId: string, roles: readonly string[]): string {
  if (roles.includes('admin') || roles.includes('superadmin')) return `/apps/admin/formSubmission/${submissionId}`
  return roles.includes('manager')
    ? `/apps/manager/formSubmission/${submissionId}`
    : `/apps/myforms?tab=review&submission=${submissionId}`
}

/** In the bell and, when it is news there, by mail. */
async function tellOne(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    notice: FormNotice
    to: { userId: string; teamId: string; firstName: string; email: string }
    teamId: string | null
    key: string
    params: Record<string, string>
    link: string
    values: Record<string, string>
  },
): Promise<void> {
  const { told } = await notifyMany(ctx, tx, {
    kind: of.notice,
    atMost: 1,
    from: sql`
      select ${of.to.userId}::uuid as user_id, ${of.teamId}::text as team_id, ${of.key}::text as key, ${of.link}::text as link, ${json(of.params)}::jsonb as params`,
  })
  if (told === 0) return
  await queueMail(ctx, tx, {
    kind: of.notice,
    to: of.to.email,
    userId: of.to.userId,
    teamId: of.to.teamId,
    values: { name: of.to.firstName, ...of.values },
    path: of.link,
  })
}
