import { isSingle } from '@learnt/contract/custom-fields'
import type { HandlerInput } from '@learnt/contract/endpoint'
import type { BatchResult, MemberChange, members } from '@learnt/contract/members'
import { sql } from 'kysely'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { doneJobRows, type JobRow, recordJobRows } from '../../../platform/jobs/job-rows.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { checkFieldValues, isCustomField } from '../../custom-fields/commands/check-values.ts'
import { readCustomFields } from '../../custom-fields/queries/read-custom-fields.ts'
import { memberPolicy } from '../policy.ts'
import { changeMemberships } from './change-memberships.ts'
import { checkManagers } from './check-member.ts'
import { nameOf } from './create-member.ts'
import { lockMember } from './lock-member.ts'
import { updateMember } from './update-member.ts'

type ListChange = Exclude<MemberChange, { field: 'roles' }>
type RoleChange = Extract<MemberChange, { field: 'roles' }>
type Operation = HandlerInput<typeof members.batch>['body']['operations'][number]

/** What is wrong with a change whoever it is about, before a job begins. Answers it as it is kept. */
export async function checkChange(tx: WriteTx, change: MemberChange): Promise<MemberChange> {
  const at = 'body.change.values'
  if (change.field === 'roles') return change
  if (change.field === 'managers') {
    // Of nobody: whether somebody would be their own manager is asked for each person.
    await checkManagers(tx, '', change.values).catch((error: unknown) => {
      throw complaintAt(error, at)
    })
    return change
  }
  if (!isCustomField(change.field)) return change
  const field = (await readCustomFields(tx)).find((one) => one.field === change.field)
  if (field && field.access.administrator !== 'edit') throw invalid({ [at]: 'fieldNotYours' })
  const mayEmpty = change.how === 'remove' || (change.how === 'set' && change.values.length === 0)
  if (field?.isRequired && mayEmpty) throw invalid({ [at]: 'required' })
  // What is taken away may be anything that stands there.
  if (change.how === 'remove') return change
  const checked = await checkFieldValues(tx, { [change.field]: change.values }, { as: ['administrator'], at }).catch(
    (error: unknown) => {
      throw complaintAt(error, at)
    },
  )
  const how = field && isSingle(field.kind) ? 'set' : change.how
  return { ...change, how, values: checked[change.field] ?? [] }
}

function complaintAt(error: unknown, path: string): unknown {
  if (!(error instanceof ProblemError) || !error.errors) return error
  return new ProblemError(error.code, { errors: error.errors.map((one) => ({ ...one, path })) })
}

/** Makes a change to some memberships for a job, and keeps what became of each. Safe to call again for the same ones. */
export async function changeForJob(
  ctx: Ctx,
  jobId: string,
  membershipIds: readonly string[],
  change: MemberChange,
): Promise<void> {
  const done = await ctx.write((tx) => doneJobRows(tx, jobId, membershipIds))
  const open = membershipIds.filter((id) => !done.has(id))
  if (open.length === 0) return
  if (change.field === 'roles') {
    for (const id of open) await changeRoles(ctx, jobId, id, change)
    return
  }
  await ctx.write((tx) => changeLists(ctx, tx, jobId, open, change))
}

/** In sets: the rows are held and judged, and those that change do so at once. */
async function changeLists(
  ctx: Ctx,
  tx: WriteTx,
  jobId: string,
  ids: readonly string[],
  change: ListChange,
): Promise<void> {
  const { field } = change
  const rows = await tx
    .selectFrom('memberships')
    .select(['id', 'userId', 'teamId', 'roles', 'firstName', 'lastName', field])
    .where(sql<boolean>`id = any (${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  const judged: JobRow[] = []
  const changes: { id: string; values: string[] }[] = []
  for (const id of ids) {
    const row = found.get(id)
    const refusal = row ? memberPolicy.update(ctx.actor, row) : null
    if (!row || refusal) {
      const title = row && refusal?.kind !== 'hidden' ? nameOf(row) : ''
      judged.push({ subjectId: id, title, outcome: 'failed', reason: refusal?.reason ?? 'notFound' })
      continue
    }
    const before = row[field]
    const values = listAfter(before, change)
    const reason =
      field === 'managers' && values.includes(row.userId)
        ? 'ownManager'
        : values.length > mostValues[field === 'managers' ? 'managers' : 'words']
          ? 'tooManyValues'
          : null
    if (reason) judged.push({ subjectId: id, title: nameOf(row), outcome: 'failed', reason })
    else if (sameValues(before, values))
      judged.push({ subjectId: id, title: nameOf(row), outcome: 'skipped', reason: 'unchanged' })
    else {
      judged.push({ subjectId: id, title: nameOf(row), outcome: 'done' })
      changes.push({ id, values })
    }
  }
  if (changes.length > 0)
    await changeMemberships(ctx, tx, {
      ...{ fields: [field], isJudged: true },
      wanted: sql`
        select 0 as place, id as membership_id, jsonb_build_object(${field}::text, values) as target
        from jsonb_to_recordset(${json(changes)}) as c (id text, values jsonb)`,
    })
  await recordJobRows(tx, jobId, judged)
}

/** As many as the contract takes of a single person. */
const mostValues = { managers: 20, words: 100 }

function listAfter(before: readonly string[], { how, values }: ListChange): string[] {
  if (how === 'set') return [...new Set(values)]
  if (how === 'add') return [...new Set([...before, ...values])]
  return before.filter((one) => !values.includes(one))
}

function sameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at])
}

/** One person after the other: sessions, the directory and the last administrator hang on each of them. */
async function changeRoles(ctx: Ctx, jobId: string, membershipId: string, change: RoleChange): Promise<void> {
  const [userId = '', teamId = ''] = membershipId.split(':')
  const judge = async (): Promise<JobRow> => {
    let title = ''
    try {
      return await ctx.write(async (tx) => {
        const { row, isNamedByRule } = await lockMember(ctx, tx, { userId, teamId }, { roles: change.values })
        authorize(ctx.actor, memberPolicy.update, row)
        title = nameOf(row)
        const roles =
          change.how === 'add' ? [...new Set([...row.roles, ...change.values])] : without(row.roles, change.values)
        const kept = roles.length > 0 ? roles : ['learner']
        if (sameValues(kept, row.roles))
          return { subjectId: membershipId, title, outcome: 'skipped', reason: 'unchanged' }
        await updateMember(ctx, tx, { row, isNamedByRule }, { roles: kept as RoleChange['values'] })
        return { subjectId: membershipId, title, outcome: 'done' }
      })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const reason = error.errors?.[0]?.code ?? 'notFound'
      return { subjectId: membershipId, title, outcome: 'failed', reason }
    }
  }
  const row = await judge()
  await ctx.write((tx) => recordJobRows(tx, jobId, [row]))
}

function without(all: readonly string[], gone: readonly string[]): string[] {
  return all.filter((one) => !gone.includes(one))
}

/** Each operation for itself: what is wrong with one is its result, and the others are done. */
export async function changeBatch(ctx: Ctx, operations: readonly Operation[]): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (const { userId, teamId, set } of operations) {
    try {
      const result = await ctx.write(async (tx) => {
        const { row, isNamedByRule } = await lockMember(ctx, tx, { userId, teamId }, set)
        authorize(ctx.actor, memberPolicy.update, row)
        // An own address is moved in the form, by whoever shows afresh who they are.
        if (set.email !== undefined && userId === ctx.actor.userId) throw new ProblemError('proof-required')
        const { member } = await updateMember(ctx, tx, { row, isNamedByRule }, set)
        const outcome = member.revision === row.revision ? ('unchanged' as const) : ('done' as const)
        return { userId, membershipId: member.id, outcome, errors: [] }
      })
      results.push(result)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const errors = (error.errors ?? []).map((one) => ({
        path: one.path.replace(/^body\.?/, ''),
        message: ctx.t(one.message),
      }))
      const whole = { path: '', message: ctx.t(error.detail ?? `problem.${error.code}`) }
      results.push({ userId, membershipId: '', outcome: 'failed', errors: errors.length > 0 ? errors : [whole] })
    }
  }
  return results
}
