import type { Answers } from '@learnt/contract/forms/answers'
import type { Field, FollowUp, FormContent } from '@learnt/contract/forms/content'
import type { followUpReasons } from '@learnt/contract/forms/operations'
import { resolve } from '@learnt/contract/forms/resolve'
import type { Outcome } from '@learnt/contract/forms/submission-states'
import { fieldsByKey, sayAnswer, sayText } from '@learnt/contract/forms/texts'
import { findLocale } from '@learnt/contract/locales'
import { visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import { makeActor } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { lockMember } from '../../members/commands/lock-member.ts'
import { updateMember } from '../../members/commands/update-member.ts'
import { memberPolicy } from '../../members/policy.ts'
import { giveToPerson } from '../../permissions/commands/assign-document.ts'
import { makeRequest } from '../../requests/commands/make-request.ts'
import { findSubmission, listAnswers, type SubmissionRecord } from '../queries/find-submissions.ts'
import { getVersion } from '../queries/find-version.ts'
import { findMember } from '../queries/own-forms.ts'
import { withDrawn } from './draw-questions.ts'

type Action = FollowUp['action']
type Reason = (typeof followUpReasons)[number]

/** Why a follow-up cannot be carried out. What it has written so far is taken back. */
class Refused extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Queues what follows from an outcome, in its transaction. While the result is hidden only mails to others go out; the
 * rest follows when the person is told. Each follow-up has one row for a submission, so nothing repeats it.
 */
export async function startFollowUps(
  ctx: Ctx,
  tx: WriteTx,
  of: { submissionId: string; form: FormContent; outcome: Outcome; isWithheld: boolean },
): Promise<void> {
  const keys = of.form.settings.followUps
    .filter(({ on, action }) => on.includes(of.outcome) && (!of.isWithheld || isToOthers(action)))
    .map((one) => one.key)
  if (keys.length === 0) return
  await tx
    .insertInto('followUps')
    .values(keys.map((key) => ({ submissionId: of.submissionId, key, madeAt: ctx.now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await enqueue(ctx, tx, 'forms.followUps', { submissionId: of.submissionId })
}

function isToOthers(action: Action): boolean {
  return action.do === 'mail' && action.to !== 'person'
}

/** Carries out what waits, each in a transaction of its own together with the mark that it is done. */
export async function carryOutFollowUps(ctx: Ctx, { submissionId }: { submissionId: string }): Promise<void> {
  const keys = await ctx.read((tx) =>
    tx
      .selectFrom('followUps')
      .select('key')
      .where('submissionId', '=', submissionId)
      .where('state', '=', 'open')
      .orderBy('key')
      .execute(),
  )
  for (const { key } of keys) {
    try {
      await ctx.write(async (tx) => {
        if (await hold(tx, submissionId, key)) {
          await carryOut(ctx, tx, submissionId, key)
          await end(ctx, tx, submissionId, key, null)
        }
      })
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === null) throw error
      await ctx.write(async (tx) => {
        if (await hold(tx, submissionId, key)) await end(ctx, tx, submissionId, key, reason)
      })
    }
  }
}

function reasonOf(error: unknown): Reason | null {
  if (error instanceof Refused) return error.reason
  // A rule of what it touches stands against it; trying again would not help.
  return error instanceof ProblemError ? 'notThere' : null
}

/** False: another worker was faster. */
async function hold(tx: WriteTx, submissionId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('followUps')
    .select('state')
    .where('submissionId', '=', submissionId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  return row?.state === 'open'
}

async function end(ctx: Ctx, tx: WriteTx, submissionId: string, key: string, reason: Reason | null): Promise<void> {
  await tx
    .updateTable('followUps')
    .set({ state: reason === null ? 'done' : 'refused', reason: reason ?? '', doneAt: ctx.now })
    .where('submissionId', '=', submissionId)
    .where('key', '=', key)
    .execute()
}

interface Of {
  readonly record: SubmissionRecord
  readonly form: FormContent
  /** Of visible fields. */
  readonly answers: Answers
  readonly person: { readonly teamId: string; readonly membershipId: string }
}

async function carryOut(ctx: Ctx, tx: WriteTx, submissionId: string, key: string): Promise<void> {
  const record = await findSubmission(tx, submissionId)
  if (!record) throw new Refused('notThere')
  const form = withDrawn(
    await getVersion(tx, ctx.actor.tenantId, record.versionId),
    record.drawn as Record<string, Field[]> | null,
  )
  const action = form.settings.followUps.find((one) => one.key === key)?.action
  if (!action) throw new Refused('notThere')
  const [stored, member, membership] = await Promise.all([
    listAnswers(tx, record.id),
    findMember(tx, record.membershipId),
    tx
      .selectFrom('memberships')
      .select(['id', 'teamId'])
      .where('userId', '=', record.userId)
      .where('status', '=', 'active')
      .orderBy(sql`id = ${record.membershipId}`, 'desc')
      .orderBy('isPrimary', 'desc')
      .executeTakeFirst(),
  ])
  if (!membership) throw new Refused('left')
  const given = Object.fromEntries(stored.flatMap((row) => (row.value === null ? [] : [[row.field, row.value]])))
  await actions[action.do](ctx, tx, action as never, {
    record,
    form,
    answers: resolve(form, given, member).answers,
    person: { teamId: membership.teamId, membershipId: membership.id },
  })
}

type ActionOf<Do extends Action['do']> = Extract<Action, { do: Do }>

/** What a follow-up can do. A new kind is an entry here and a member of FollowUp in the contract. */
const actions: { [Do in Action['do']]: (ctx: Ctx, tx: WriteTx, action: ActionOf<Do>, of: Of) => Promise<void> } = {
  async assign(ctx, tx, action, { record, person }) {
    const document = await tx
      .selectFrom('documents')
      .select(['id', 'type', 'title'])
      .where('id', '=', action.documentId)
      .where('type', '=', action.documentType)
      .where('status', 'in', [...visibleToLearners])
      .executeTakeFirst()
    if (!document) throw new Refused('notThere')
    if (!(await mayGive(ctx, tx, record, person.teamId))) throw new Refused('notAllowed')
    await giveToPerson(ctx, tx, document, {
      userId: record.userId,
      membershipId: person.membershipId,
      isOptional: action.isOptional,
    })
  },

  async request(ctx, tx, action, { record, form, person }) {
    const asPerson: Ctx = {
      ...ctx,
      actor: makeActor({
        userId: record.userId,
        teamId: person.teamId,
        tenantId: ctx.actor.tenantId,
        roles: ['learner'],
        sessionId: null,
      }),
    }
    try {
      await makeRequest(asPerson, tx, {
        documentType: action.documentType,
        documentId: action.documentId,
        note: form.title.slice(0, 1000),
      })
    } catch (error) {
      if (error instanceof ProblemError) throw new Refused('notOffered')
      throw error
    }
  },

  async setAttribute(ctx, tx, action, { record, form, answers, person }) {
    const values = valuesOf(action, form, answers)
    if (values.length === 0) throw new Refused('noValue')
    const about = { userId: record.userId, teamId: person.teamId }
    const { row: first, isNamedByRule } = await lockMember(ctx, tx, about, { [action.attribute]: values })
    if (!first) throw new Refused('left')
    if (!(await isApprovedByEditor(ctx, tx, record, first))) throw new Refused('notAllowed')
    const held = first[action.attribute]
    // Tags are added to the present ones; every other value replaces the present one.
    const next = action.attribute === 'tags' ? [...new Set([...held, ...values])] : values
    await updateMember(ctx, tx, { row: first, isNamedByRule }, { [action.attribute]: next })
  },

  async mail(ctx, tx, action, { record, form, answers }) {
    for (const one of await listReceivers(tx, action, record)) {
      const saying = { form, answers, language: findLocale(one.locale) ?? form.language }
      await queueMail(ctx, tx, {
        kind: 'formFollowUp',
        to: one.email,
        userId: one.userId,
        teamId: one.teamId,
        values: { name: one.firstName, subject: sayText(action.subject, saying), text: sayText(action.text, saying) },
        path: one.userId === record.userId ? `/apps/myforms/${record.formId}` : '/',
      })
    }
  },
}

/** The text that stands for everybody, or what was answered: each choice is a value. */
function valuesOf(action: ActionOf<'setAttribute'>, form: FormContent, answers: Answers): string[] {
  if (action.field === null) return [action.value.trim()].filter(Boolean)
  const field = fieldsByKey(form).get(action.field)
  const answer = answers[action.field]
  if (!field || answer === undefined) return []
  const isChoices = typeof answer === 'object' && !Array.isArray(answer) && 'choices' in answer
  const said = isChoices
    ? [
        ...(answer.choices as string[]).map((key) =>
          sayAnswer(field, { choices: [key] }, { language: form.language || 'en' }),
        ),
        ...('other' in answer && answer.other ? [String(answer.other)] : []),
      ]
    : [sayAnswer(field, answer, { language: form.language || 'en' })]
  return said.map((one) => one.replace(/\s+/g, ' ').trim().slice(0, 200)).filter(Boolean)
}

/**
 * Managers give nobody anything by themselves: what a manager's own form gives has to be approved by somebody who may edit
 * the person. A form of an administrator gives what it says.
 */
async function mayGive(ctx: Ctx, tx: WriteTx, record: SubmissionRecord, teamId: string): Promise<boolean> {
  const { rows } = await sql<{ isManagers: boolean; roles: string[] }>`
    select p.roles, exists (select from memberships m where m.user_id = d.created_by)
      and not exists (select from memberships m where m.user_id = d.created_by and m.roles && '{admin,superadmin}') as is_managers
    from documents d join memberships p on p.user_id = ${record.userId} and p.team_id = ${teamId} where d.id = ${record.formId}`.execute(
    tx,
  )
  const [form] = rows
  if (!form?.isManagers) return form !== undefined
  return isApprovedByEditor(ctx, tx, record, { userId: record.userId, teamId, roles: form.roles })
}

/** Whether one of those who approved it, or marked it by hand, since it was submitted may edit the person. */
async function isApprovedByEditor(
  ctx: Ctx,
  tx: WriteTx,
  record: SubmissionRecord,
  person: { userId: string; teamId: string; roles: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ userId: string; teamId: string; roles: string[] }>`
    select m.user_id, m.team_id, m.roles from memberships m where m.status = 'active' and m.user_id <> ${record.userId} and m.user_id in (
      select e.by_user from submission_events e where e.submission_id = ${record.id} and e.event in ('approved', 'marked')
        and e.at >= (select max(s.at) from submission_events s where s.submission_id = ${record.id} and s.event = 'submitted'))`.execute(
    tx,
  )
  return rows.some(
    (row) =>
      memberPolicy.update(makeActor({ ...row, tenantId: ctx.actor.tenantId, sessionId: null }), {
        ...person,
        roles: [...person.roles],
      }) === null,
  )
}

interface Receiver {
  readonly userId: string
  readonly teamId: string
  readonly firstName: string
  readonly email: string
  readonly locale: string | null
}

async function listReceivers(tx: WriteTx, action: ActionOf<'mail'>, record: SubmissionRecord): Promise<Receiver[]> {
  const isReceiver =
    action.to === 'person'
      ? sql`m.user_id = ${record.userId}`
      : action.to === 'people'
        ? sql`m.user_id = any(${action.userIds}::uuid[])`
        : sql`'manager' = any (m.roles) and exists (
            select from memberships o where o.id = ${record.membershipId} and m.user_id::text = any (o.all_managers)) and m.user_id <> ${record.userId}`
  const { rows } = await sql<Receiver>`
    select distinct on (m.user_id) m.user_id, m.team_id, m.shown_first_name as first_name, m.email, m.preferences ->> 'locale' as locale
    from memberships m where m.status = 'active' and ${isReceiver} order by m.user_id, m.is_primary desc limit 50`.execute(
    tx,
  )
  return rows
}
