import type { Permission, PermissionFilter, permissions } from '@learnt/contract/permissions'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import type { FieldReader } from '../../../platform/rule-uses.ts'
import type { SavedAudience } from '../../reach/policy.ts'
import { audiencesOfPermission, readRule } from './read-rule.ts'

export type PermissionRow = ReturnType<typeof readRule<Row<'permissions'>>> & {
  readonly documentTitle: string
  readonly updatedByName: string
  readonly audiences: readonly SavedAudience[]
  readonly dueDocument: Permission['dueDocument']
}

/** Newest change first. */
export async function listPermissions(
  ctx: Ctx,
  query: z.output<typeof permissions.list.query>,
): Promise<{ rows: PermissionRow[]; next: string | null; total: number }> {
  const cursor = decodeCursor(ctx, 'permissions', query.cursor)
  return ctx.read(async (tx) => {
    let page = withNames(filtered(tx, query))
    if (cursor)
      page = page.where(
        sql<boolean>`(permissions.updated_at, permissions.id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)`,
      )
    const [rows, count] = await Promise.all([
      page
        .orderBy('permissions.updatedAt', 'desc')
        .orderBy('permissions.id', 'desc')
        .limit(query.limit + 1)
        .execute(),
      filtered(tx, query)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ])
    const items = rows.slice(0, query.limit)
    const last = items.at(-1)
    const next =
      rows.length > query.limit && last
        ? encodeCursor(ctx, 'permissions', [last.updatedAt.toISOString(), last.id])
        : null
    return { rows: items.map(readRule), next, total: Number(count.total) }
  })
}

/** Ids of everything that a filter matches, by title. */
export async function listPermissionIds(tx: ReadTx, filter: PermissionFilter): Promise<string[]> {
  const rows = await filtered(tx, filter)
    .select('permissions.id')
    .orderBy(sql`lower(permissions.title)`)
    .orderBy('permissions.id')
    .execute()
  return rows.map((row) => row.id)
}

export async function findPermission(tx: ReadTx, permissionId: string): Promise<PermissionRow | null> {
  const row = await withNames(selectPermissions(tx)).where('permissions.id', '=', permissionId).executeTakeFirst()
  return row ? readRule(row) : null
}

function filtered(tx: ReadTx, filter: PermissionFilter) {
  let found = selectPermissions(tx)
  if (filter.documentType) found = found.where('permissions.documentType', '=', filter.documentType)
  if (filter.documentId) found = found.where('permissions.documentId', '=', filter.documentId)
  if (filter.audienceId) found = found.where(sql<boolean>`${filter.audienceId}::uuid = any(permissions.audience_ids)`)
  if (filter.status) found = found.where('permissions.status', '=', filter.status)
  if (filter.isOptional !== undefined) found = found.where('permissions.isOptional', '=', filter.isOptional)
  if (filter.search) found = found.where('permissions.title', 'ilike', `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`)
  return found
}

function withNames(found: ReturnType<typeof selectPermissions>) {
  return found
    .leftJoin('documents', 'documents.id', 'permissions.documentId')
    .leftJoin('memberships as author', (join) =>
      join.onRef('author.userId', '=', 'permissions.updatedBy').on('author.isPrimary', '=', true),
    )
    .selectAll('permissions')
    .select([
      sql<string>`coalesce(documents.title, '')`.as('documentTitle'),
      audiencesOfPermission.as('audiences'),
      sql<Permission['dueDocument']>`case when permissions.due_document_id is not null then (
        select jsonb_build_object('id', d.id, 'type', d.type, 'title', d.title) from documents d where d.id = permissions.due_document_id) end`.as(
        'dueDocument',
      ),
      sql<string>`coalesce(rtrim(author.shown_first_name || ' ' || author.last_name), '')`.as('updatedByName'),
    ])
}

function selectPermissions(tx: ReadTx) {
  return tx.selectFrom('permissions')
}

export const permissionsReading: FieldReader = (field) =>
  sql`select title from permissions where fields && array[${field}]::text[]`
