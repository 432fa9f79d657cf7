import type { CertificateDesign } from '@learnt/contract/certificate-design'
import type { Affected, Validity } from '@learnt/contract/certificates'
import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import type { SearchKind } from '../../../platform/search-kinds.ts'
import { dayInZone } from '../../assignments/queries.ts'
import { adminScope, isAssignmentInScope } from '../../reach/queries/scope.ts'
import { isWithout } from '../commands/issue.ts'

export interface TemplateRow {
  readonly id: string
  readonly title: string
  readonly revision: number
  readonly versionId: string
  readonly documents: number
  readonly issued: number
  readonly updatedAt: Date
}

const columns = sql`
  t.id, t.title, t.revision, t.version_id, t.updated_at,
  (select count(*)::int from certificate_rules r where r.template_id = t.id) as documents,
  (select count(*)::int from certificate_template_versions v join certificates c on c.version_id = v.id where v.template_id = t.id) as issued`

export async function findTemplate(
  tx: ReadTx,
  id: string,
): Promise<(TemplateRow & { design: CertificateDesign }) | null> {
  const { rows } = await sql<TemplateRow & { design: CertificateDesign }>`
    select ${columns}, v.design from certificate_templates t join certificate_template_versions v on v.id = t.version_id where t.id = ${id}`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function listTemplates(
  ctx: Ctx,
  tx: ReadTx,
  query: { search?: string | undefined; cursor?: string | undefined; limit: number },
) {
  const after = decodeCursor(ctx, 'certificate-templates', query.cursor)
  const found = hasWords(sql`t.title`, query.search)
  const [page, count] = await Promise.all([
    sql<TemplateRow>`
      select ${columns} from certificate_templates t
      where ${found} and ${after ? sql`(t.title, t.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
      order by t.title, t.id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total from certificate_templates t where ${found}`.execute(tx),
  ])
  const cut = cutPage(ctx, 'certificate-templates', page.rows, {
    limit: query.limit,
    key: (last) => [last.title, last.id],
  })
  return { ...cut, total: count.rows[0]?.total ?? 0 }
}

/**
 * The caller's own certificates that are neither revoked nor replaced, by title or serial, and templates for administrators: those
 * with all words.
 */
export const certificateSearch: SearchKind = {
  finds: ['myCertificate', 'certificate'],
  mayFind: () => true,
  find: async (ctx, tx, words, limit) => {
    const { rows } = await sql<{ id: string; title: string; serial: string; isOwn: boolean }>`
    (select c.id, c.title, c.serial, true as is_own from certificates c
      where c.user_id = ${ctx.actor.userId} and c.revoked_at is null and c.replaced_by is null
        and ${hasWords(sql`c.title || ' ' || c.serial`, words)} order by c.title, c.issued_at desc, c.id limit ${limit})
    union all
    (select t.id, t.title, '', false from certificate_templates t
      where ${isAdmin(ctx.actor) ? sql`true` : sql`false`} and ${hasWords(sql`t.title`, words)} order by t.title, t.id limit ${limit})`.execute(
      tx,
    )
    return rows.map(({ id, title, serial, isOwn }) => ({
      kind: isOwn ? 'myCertificate' : 'certificate',
      documentType: null,
      id,
      title,
      detail: serial,
    }))
  },
}

export interface RuleRow {
  readonly templateId: string
  readonly templateTitle: string
  readonly validity: Validity
  readonly warnings: number[]
}

export async function findRule(tx: ReadTx, documentId: string): Promise<RuleRow | null> {
  const { rows } = await sql<RuleRow>`
    select r.template_id, t.title as template_title, r.validity, r.warnings
    from certificate_rules r join certificate_templates t on t.id = r.template_id where r.document_id = ${documentId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Names shown of whom a change concerns. */
const namesShown = 30

/** Whom a change of a template or of a document's certificate concerns, as far as the administrator sees them. */
export async function findAffected(
  ctx: Ctx,
  tx: ReadTx,
  of: { templateId: string } | { documentId: string },
): Promise<Affected> {
  const isAbout: RawBuilder<unknown> =
    'documentId' in of
      ? sql`a.document_id = ${of.documentId}`
      : sql`a.document_id in (select r.document_id from certificate_rules r where r.template_id = ${of.templateId})`
  const group = sql`
    case when exists (select from certificates c where c.assignment_id = a.id and c.revoked_at is null and c.replaced_by is null
        and (c.valid_until is null or c.valid_until >= ${dayInZone(ctx.now)})) then 'holders'
      when ${isWithout} then 'finishedWithout'
      when a.state not in ('completed', 'passed') and a.is_active then 'underWay' end`
  const { rows } = await sql<Affected>`
    with concerned as materialized (
      select a.user_id, d.title, ${group} as "group" from assignments a join documents d on d.id = a.document_id
      where ${isAbout} and a.ended_at is null and ${isAssignmentInScope(adminScope(ctx.actor))}
    )
    select (count(*) filter (where "group" = 'underWay'))::int as under_way, (count(*) filter (where "group" = 'finishedWithout'))::int as finished_without,
      (count(*) filter (where "group" = 'holders'))::int as holders,
      coalesce((select jsonb_agg(named) from (
        select jsonb_build_object('userId', c.user_id, 'title', c.title, 'group', c."group", 'name', rtrim(m.shown_first_name || ' ' || m.last_name)) as named
        from concerned c join memberships m on m.user_id = c.user_id and m.is_primary where c."group" is not null
        order by c."group", m.sort_name, c.user_id limit ${namesShown}) first), '[]') as people
    from concerned`.execute(tx)
  return rows[0] ?? { underWay: 0, finishedWithout: 0, holders: 0, people: [] }
}

/** The design that a certificate was issued with. */
export async function findDesign(tx: ReadTx, versionId: string): Promise<CertificateDesign> {
  const { design } = await tx
    .selectFrom('certificateTemplateVersions')
    .select('design')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  return design as unknown as CertificateDesign
}
