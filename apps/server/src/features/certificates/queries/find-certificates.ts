import type { CertificateState, certificates } from '@learnt/contract/certificates'
import type { DocumentType } from '@learnt/contract/document-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { selectCells } from '../../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import { invalid } from '../../../platform/problem.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { dayInZone } from '../../assignments/queries.ts'
import { adminScope, isAssignmentInScope, managerScope } from '../../reach/queries/scope.ts'
import { addressFor, isOpenTo } from '../../reach/queries/visible-members.ts'
import type { CertificateSubject } from '../policy.ts'

export interface CertificateRow extends CertificateSubject {
  readonly id: string
  readonly serial: string
  readonly assignmentId: string
  readonly documentType: DocumentType
  readonly documentId: string
  readonly versionId: string
  readonly holderName: string
  readonly title: string
  readonly score: number | null
  readonly issuedDay: string
  readonly validUntil: string | null
  readonly state: CertificateState
  readonly isExpiring: boolean
  readonly reason: string
  readonly replacedSerial: string | null
  readonly pdfSha256: string | null
  readonly pdfSize: number | null
  readonly name: string
  readonly email: string
}

/** As whom somebody looks at certificates of others. */
export type CertificateReader = 'admin' | 'manager'

/** The end of a past day. */
const endOf = (asOf: string) => sql`(select end_of_day(${asOf}::date, control.zone_of_tenant()))`

/** The state of a certificate `c` today, or at the end of a past day. */
export function stateOf(now: Date, asOf?: string): RawBuilder<CertificateState> {
  if (asOf !== undefined)
    return sql<CertificateState>`(
      case when exists (select from certificates l where l.id = c.replaced_by and l.issued_at < ${endOf(asOf)}) then 'replaced'
        when c.revoked_at < ${endOf(asOf)} then 'revoked' when c.valid_until < ${asOf}::date then 'expired' else 'valid' end)`
  return sql<CertificateState>`(
    case when c.replaced_by is not null then 'replaced' when c.revoked_at is not null then 'revoked'
      when c.valid_until < ${dayInZone(now)} then 'expired' else 'valid' end)`
}

/** Days before the end from which a certificate is called expiring where it has no warnings. */
const usualWarning = 30

/** Whether a certificate `c` is valid today, or at the end of a past day, and not for long. */
export function isExpiring(now: Date, asOf?: string): RawBuilder<boolean> {
  const today = asOf === undefined ? dayInZone(now) : sql`${asOf}::date`
  return sql<boolean>`(${stateOf(now, asOf)} = 'valid' and c.valid_until is not null
      and c.valid_until - ${today} <= coalesce((select max(days) from unnest(c.warnings) days), ${sql.lit(usualWarning)}))`
}

function columns(ctx: Ctx, asOf?: string): RawBuilder<unknown> {
  const state = stateOf(ctx.now, asOf)
  return sql`
    c.id, c.serial, c.user_id, c.assignment_id, c.document_type, c.document_id, c.version_id, c.holder_name, c.title, c.score, c.issued_day, c.valid_until,
    ${state} as state, case when ${state} in ('valid', 'expired') then '' else c.revoke_reason end as reason, c.pdf_sha256, c.pdf_size,
    ${isExpiring(ctx.now, asOf)} as is_expiring,
    (select later.serial from certificates later where later.id = c.replaced_by) as replaced_serial,
    coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = c.user_id and m.is_primary), c.holder_name) as name,
    ${addressFor(ctx.actor, sql`c.user_id`)} as email,
    ${isOpenTo(ctx.actor)} as is_seen`
}

const tables = sql`from certificates c join assignments a on a.id = c.assignment_id`

export async function findCertificates(ctx: Ctx, tx: ReadTx, ids: readonly string[]): Promise<CertificateRow[]> {
  const { rows } = await sql<CertificateRow>`
    select ${columns(ctx)} ${tables} where c.id = any(${ids}::uuid[]) order by c.id`.execute(tx)
  return rows
}

export async function findCertificate(ctx: Ctx, tx: ReadTx, id: string): Promise<CertificateRow | null> {
  return (await findCertificates(ctx, tx, [id]))[0] ?? null
}

/** The last certificate of an assignment of the caller's own; and what its document gives. */
export async function findEarned(ctx: Ctx, tx: ReadTx, assignmentId: string) {
  const [{ rows: given }, { rows }] = await Promise.all([
    sql<{ validity: unknown }>`
      select r.validity from assignments a left join certificate_rules r on r.document_id = a.document_id
      where a.id = ${assignmentId} and a.user_id = ${ctx.actor.userId}`.execute(tx),
    sql<CertificateRow>`
      select ${columns(ctx)} ${tables} where c.assignment_id = ${assignmentId} and c.user_id = ${ctx.actor.userId} and c.replaced_by is null
      order by c.issued_at desc, c.id desc limit 1`.execute(tx),
  ])
  return { given: given[0], certificate: rows[0] ?? null }
}

type Filter = Pick<z.output<typeof certificates.admin.list.query>, 'search' | 'state' | 'documentType' | 'userId'> & {
  readonly asOf?: string | undefined
  /** Only those that end soon, or have ended lately. */
  readonly ending?: boolean | undefined
}

/** Whose certificates: the caller's own, or of those whom they look after. */
function shown(ctx: Ctx, of: CertificateReader | 'own', filter: Filter): RawBuilder<unknown> {
  const isShown =
    of === 'own'
      ? sql`c.user_id = ${ctx.actor.userId}`
      : isAssignmentInScope(of === 'admin' ? adminScope(ctx.actor) : managerScope(ctx.actor))
  return sql`
    ${tables} where ${isShown} and ${filter.userId ? sql`c.user_id = ${filter.userId}` : sql`true`}
      and ${filter.asOf ? sql`c.issued_at < ${endOf(filter.asOf)}` : sql`true`}
      and ${hasWords(sql`c.title || ' ' || c.holder_name || ' ' || c.serial`, filter.search)}
      and ${filter.documentType?.length ? sql`c.document_type = any(${filter.documentType}::text[])` : sql`true`}`
}

function inState(ctx: Ctx, { state, ending, asOf }: Filter): RawBuilder<unknown> {
  return sql`${state?.length ? sql`${stateOf(ctx.now, asOf)} = any(${state}::text[])` : sql`true`}
    and ${ending ? sql`is_ending_certificate(c, ${dayInZone(ctx.now)})` : sql`true`}`
}

/** Newest first, with the numbers of each state beside the first page. */
export async function listCertificates(
  ctx: Ctx,
  tx: ReadTx,
  of: CertificateReader | 'own',
  query: Filter & { limit: number; cursor?: string | undefined },
) {
  const list = `certificates:${of}`
  const after = decodeCursor(ctx, list, query.cursor)
  const [page, counted] = await Promise.all([
    sql<CertificateRow & { issuedText: string }>`
      select ${columns(ctx, query.asOf)}, c.issued_at::text as issued_text ${shown(ctx, of, query)} and ${inState(ctx, query)}
        and ${after ? sql`(c.issued_at, c.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)` : sql`true`}
      order by c.issued_at desc, c.id desc limit ${query.limit + 1}`.execute(tx),
    sql<{ value: CertificateState; count: number; isAsked: boolean }>`
      select value, count(*)::int as count, bool_or(is_asked) as is_asked from (
        select ${stateOf(ctx.now, query.asOf)} as value, ${inState(ctx, query)} as is_asked ${shown(ctx, of, query)}) rows group by value`.execute(
      tx,
    ),
  ])
  const cut = cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.issuedText, last.id] })
  return {
    ...cut,
    total: counted.rows.reduce((sum, row) => sum + (row.isAsked ? row.count : 0), 0),
    counts: after ? null : counted.rows.map(({ value, count }) => ({ value, count })),
  }
}

/** From the day of the first certificate to yesterday. Today is not over: it cannot be asked for as a past day. */
export async function findCertificateHistory(ctx: Ctx, tx: ReadTx, asOf: string | undefined) {
  const { rows } = await sql<{ historyFrom: string; historyTo: string }>`
    select coalesce((select min(issued_at) from certificates) at time zone zone.name, ${ctx.now}::timestamptz at time zone zone.name)::date::text as history_from,
      ((${ctx.now}::timestamptz at time zone zone.name)::date - 1)::text as history_to
    from (select control.zone_of_tenant() as name) zone`.execute(tx)
  const history = rows[0] as { historyFrom: string; historyTo: string }
  if (asOf !== undefined && asOf > history.historyTo) throw invalid({ 'query.asOf': 'pastDay' })
  return history
}

export async function countCertificates(ctx: Ctx, tx: ReadTx, of: CertificateReader, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${shown(ctx, of, filter)} and ${inState(ctx, filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Columns of the file, with the keys of their headers. */
export const certificateFileColumns: readonly FileColumn[] = [
  { header: 'name', type: 'text', of: sql`name` },
  { header: 'email', type: 'text', of: sql`email` },
  { header: 'holder', type: 'text', of: sql`holder_name` },
  { header: 'title', type: 'text', of: sql`title` },
  { header: 'serial', type: 'text', of: sql`serial` },
  { header: 'issued', type: 'day', of: sql`issued_day` },
  { header: 'validUntil', type: 'day', of: sql`valid_until` },
  { header: 'state', type: 'word', of: sql`state` },
  { header: 'reason', type: 'text', of: sql`reason` },
]

/** The rows as the database writes them into a file. */
export function certificatesFile(
  ctx: Ctx,
  as: CertificateReader,
  of: { filter: Filter; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))}
    from (select ${columns(ctx, of.filter.asOf)}, c.issued_at ${shown(ctx, as, of.filter)} and ${inState(ctx, of.filter)}) f order by issued_at desc, id desc`
}

/** What anybody sees who has the address of a certificate, in the tenant that it names. */
export async function findVerified(tx: ReadTx, id: string, now: Date) {
  const { rows } = await sql<{
    holderName: string
    title: string
    serial: string
    issuedDay: string
    validUntil: string | null
    state: CertificateState
    replacedBy: string | null
  }>`
    select c.holder_name, c.title, c.serial, c.issued_day, c.valid_until, ${stateOf(now)} as state,
      (select later.serial from certificates later where later.id = c.replaced_by) as replaced_by
    from certificates c where c.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The digest of the PDF that was issued, null where nobody has fetched it; null: there is no such certificate. */
export async function findIssuedPdf(tx: ReadTx, id: string): Promise<{ sha256: string | null } | null> {
  const { rows } = await sql<{ sha256: string | null }>`
    select pdf_sha256 as sha256 from certificates where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The name of an organisation, as its certificates show it. */
export async function findIssuer(tx: ReadTx, tenantId: string): Promise<string> {
  const { rows } = await sql<{ displayName: string }>`
    select display_name from control.view_of_team(${tenantId})`.execute(tx)
  return rows[0]?.displayName ?? tenantId
}

/** The language that somebody has chosen; null: none. */
export async function findLocaleOf(tx: ReadTx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ locale: string | null }>`
    select preferences ->> 'locale' as locale from memberships where user_id = ${userId}
    order by is_primary desc, id limit 1`.execute(tx)
  return rows[0]?.locale ?? null
}
