import { randomBytes, randomUUID } from 'node:crypto'
import type { Validity } from '@learnt/contract/certificates'
import { type CyclePeriod, periodFrom } from '@learnt/contract/cycle-periods'
import type { Reset } from '@learnt/contract/cycles'
import { type RawBuilder, sql } from 'kysely'
import type { Cause, Consequence } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { dayInZone } from '../../assignments/queries.ts'
import { monthDayOfCycle, startOfCycle } from '../../cycles/queries/due-cycles.ts'
import { validUntil } from '../policy.ts'

interface Due {
  readonly assignmentId: string
  readonly userId: string
  readonly documentType: string
  readonly documentId: string
  readonly versionId: string
  readonly title: string
  readonly holderName: string
  readonly score: number | null
  readonly issuedDay: string
  readonly validity: Validity
  readonly warnings: number[]
  readonly reset: Reset | null
  readonly cycleFrom: string
  readonly cycleMonthDay: number | null
  readonly endedWith: string | null
  readonly voids: boolean
}

/** A document gives its certificate to whoever finishes it, and it is revoked where the completion is taken back. */
export const certificateConsequence: Consequence = {
  name: 'certificates',
  reads: ['assignments', 'cycles'],
  writes: ['certificates', 'notices'],
  ofHistory: 'awarded',
  follows: sql<boolean>`(
    (causes.kind = 'finished' and exists (select from certificate_rules r where r.document_id = causes.document_id))
    or (causes.kind = 'voided' and exists (
      select from certificates held where held.assignment_id = causes.assignment_id and held.revoked_at is null and held.replaced_by is null)))`,
  run: followCauses,
}

async function followCauses(ctx: Pick<Ctx, 'now'>, tx: WriteTx, causes: readonly Cause[]): Promise<void> {
  const { rows } = await sql<Due>`
    ${dueColumns(ctx.now, sql`c.kind = 'voided'`)}
    from causes c join assignments a on a.id = c.assignment_id join documents d on d.id = c.document_id
    left join certificate_rules r on r.document_id = c.document_id left join certificate_templates t on t.id = r.template_id
    where c.id = any(${causes.map((cause) => cause.id)}::uuid[]) and case when c.kind = 'finished' then r.document_id is not null
      else exists (select from certificates held where held.assignment_id = c.assignment_id and held.revoked_at is null and held.replaced_by is null) end
    order by a.id`.execute(tx)
  const voided = rows.filter((row) => row.voids).map((row) => row.assignmentId)
  if (voided.length > 0) await revokeVoided(ctx, tx, voided)
  await insertCertificates(
    ctx,
    tx,
    rows.filter((row) => !row.voids),
  )
}

/** People whose certificates one transaction writes. */
const atOnce = 500

/** Gives the certificate of a document to everyone who has finished it and has none, some at a time. */
export async function issueToFinished(ctx: Ctx, { documentId }: { documentId: string }): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const from = after
    const rows = await ctx.write(async (tx) => {
      const found = await sql<Due>`
        ${dueColumns(ctx.now, sql`false`)}
        from assignments a join documents d on d.id = a.document_id
        join certificate_rules r on r.document_id = a.document_id join certificate_templates t on t.id = r.template_id
        where a.document_id = ${documentId} and a.id > ${from}::uuid and ${isWithout}
        order by a.id limit ${atOnce} for update of a`.execute(tx)
      await insertCertificates(ctx, tx, found.rows)
      return found.rows
    })
    const last = rows.at(-1)
    if (rows.length < atOnce || !last) return
    after = last.assignmentId
  }
}

/** Gives some finished assignments their certificate. */
export async function issueTo(ctx: Pick<Ctx, 'now'>, tx: WriteTx, assignmentIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Due>`
    ${dueColumns(ctx.now, sql`false`)}
    from assignments a join documents d on d.id = a.document_id
    join certificate_rules r on r.document_id = a.document_id join certificate_templates t on t.id = r.template_id
    where a.id = any(${assignmentIds}::uuid[]) order by a.id`.execute(tx)
  await insertCertificates(ctx, tx, rows)
}

/** What a file of completions says of a certificate that it brings along; null: as the rule of the document has it. */
export interface KnownCertificate {
  readonly assignmentId: string
  readonly serial: string | null
  readonly issuedDay: string | null
  readonly validUntil: string | null
}

/**
 * Gives finished assignments their certificate as of the day when they were finished, or of the day that is known. Whoever
 * had none is told only where `tells`: history sends no thousands of notices.
 */
export async function issueOfHistory(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  of: { assignmentIds: readonly string[]; known: readonly KnownCertificate[]; tells: boolean },
): Promise<void> {
  const { rows } = await sql<Due & { issuedAt: Date }>`
    ${dueColumns(ctx.now, sql`false`, sql`(a.completed_at at time zone (select name from zone))::date`)}, a.completed_at as issued_at
    from assignments a join documents d on d.id = a.document_id
    join certificate_rules r on r.document_id = a.document_id join certificate_templates t on t.id = r.template_id
    where a.id = any(${[...of.assignmentIds]}::uuid[]) and a.state in ('completed', 'passed') order by a.id`.execute(tx)
  const known = new Map(of.known.map((one) => [one.assignmentId, one]))
  await insertCertificates(
    ctx,
    tx,
    rows.map((row) => {
      const file = known.get(row.assignmentId)
      const issuedAt = file?.issuedDay ? new Date(`${file.issuedDay}T12:00:00Z`) : row.issuedAt
      return {
        ...row,
        issuedDay: file?.issuedDay ?? row.issuedDay,
        issuedAt,
        ...(file?.serial ? { serial: file.serial } : {}),
        ...(file?.validUntil ? { until: file.validUntil } : {}),
      }
    }),
    of.tells,
  )
}

/** Takes away the certificates of assignments that are finished no longer because a file was taken back: as if they had never been. */
export async function forgetCertificates(tx: WriteTx, assignmentIds: readonly string[]): Promise<void> {
  await sql`
    delete from certificates c where c.assignment_id = any(${[...assignmentIds]}::uuid[]) and c.revoked_at is null and c.replaced_by is null
      and not exists (select from certificates earlier where earlier.replaced_by = c.id)`.execute(tx)
}

/** Of a current assignment `a`: finished, and there is no certificate for it. */
export const isWithout: RawBuilder<boolean> = sql<boolean>`(
  a.state in ('completed', 'passed') and a.ended_at is null and not exists (select from certificates held where held.assignment_id = a.id))`

/** What a certificate is made of, of assignments `a`, documents `d`, rules `r` and templates `t`. */
function dueColumns(
  now: Date,
  voids: RawBuilder<unknown>,
  issuedDay: RawBuilder<unknown> = dayInZone(now),
): RawBuilder<unknown> {
  return sql`
    with zone as materialized (select control.zone_of_tenant() as name)
    select a.id as assignment_id, a.user_id, a.document_type, a.document_id, t.version_id, d.title, a.score,
      coalesce((select rtrim(m.first_name || ' ' || m.last_name) from memberships m where m.user_id = a.user_id and m.is_primary), '') as holder_name,
      ${issuedDay} as issued_day, r.validity, r.warnings, d.reset, ${startOfCycle} as cycle_from, ${monthDayOfCycle} as cycle_month_day, a.valid_until as ended_with, ${voids} as voids`
}

function periodOf({ reset, cycleFrom, cycleMonthDay }: Due): CyclePeriod | null {
  return reset && periodFrom(reset, { from: cycleFrom, monthDay: cycleMonthDay })
}

async function insertCertificates(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  due: readonly (Due & { readonly serial?: string; readonly issuedAt?: Date; readonly until?: string })[],
  tells = true,
): Promise<void> {
  if (due.length === 0) return
  const rows = due.map((one) => ({
    id: randomUUID(),
    serial: one.serial ?? newSerial(),
    issuedAt: one.issuedAt ?? ctx.now,
    assignmentId: one.assignmentId,
    userId: one.userId,
    documentType: one.documentType,
    documentId: one.documentId,
    versionId: one.versionId,
    holderName: one.holderName,
    title: one.title,
    score: one.score,
    issuedDay: one.issuedDay,
    validUntil:
      one.until ?? validUntil(one.validity, one.issuedDay, one.endedWith ?? periodOf(one)?.validUntil ?? null),
    warnings: one.warnings,
  }))
  await sql`
    insert into certificates (id, serial, user_id, assignment_id, document_type, document_id, version_id, holder_name, title, score, issued_at, issued_day, valid_until, warnings)
    select id, serial, "userId", "assignmentId", "documentType", "documentId", "versionId", "holderName", title, score, "issuedAt", "issuedDay", "validUntil",
      array(select value::int from jsonb_array_elements_text(warnings))
    from jsonb_to_recordset(${json(rows)}::jsonb) as given(id uuid, serial text, "userId" uuid, "assignmentId" uuid, "documentType" text, "documentId" uuid,
      "versionId" uuid, "holderName" text, title text, score numeric, "issuedAt" timestamptz, "issuedDay" date, "validUntil" date, warnings jsonb)
    on conflict (tenant_id, assignment_id) where revoked_at is null and replaced_by is null do nothing`.execute(tx)
  if (!tells) return
  await notifyMany(ctx, tx, {
    kind: 'certificateIssued',
    atMost: rows.length,
    from: sql`
      select c.user_id, null::text as team_id, 'certificateIssued:' || c.id as key, ${linkOf}::text as link,
        jsonb_build_object('certificateId', c.id, 'title', c.title, 'until', c.valid_until) as params
      from certificates c where c.id = any(${rows.map((row) => row.id)}::uuid[])`,
  })
}

/** Where notices of certificates lead. */
export const linkOf = '/apps/mycertificates'

async function revokeVoided(ctx: Pick<Ctx, 'now'>, tx: WriteTx, assignmentIds: readonly string[]): Promise<void> {
  await sql`
    update certificates set revoked_at = ${ctx.now}
    where assignment_id = any(${assignmentIds}::uuid[]) and revoked_at is null and replaced_by is null`.execute(tx)
  await notifyMany(ctx, tx, {
    kind: 'certificateRevoked',
    atMost: assignmentIds.length,
    from: sql`
      select c.user_id, null::text as team_id, 'certificateRevoked:' || c.id as key, ${linkOf}::text as link,
        jsonb_build_object('certificateId', c.id, 'title', c.title, 'reason', '') as params
      from certificates c where c.assignment_id = any(${assignmentIds}::uuid[]) and c.revoked_at = ${ctx.now}`,
  })
}

/** Without letters that look like digits. It begins with a letter, so that it reads the same within Arabic. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 50 random bits: nobody guesses one, and a second one of a tenant is refused by its constraint. */
export function newSerial(): string {
  const text = [...randomBytes(10)].map((byte) => letters[byte % 32]).join('')
  return `LC-${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}
