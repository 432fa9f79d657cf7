import type { Source } from '@learnt/contract/permissions'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ReadTx } from '../../../platform/db/database.ts'

type Kind = z.infer<typeof Source>['kind']

/** What gives an assignment, or gave an earlier cycle, oldest first; a rule and a container with their titles. */
export async function listSources(tx: ReadTx, assignmentId: string): Promise<z.infer<typeof Source>[]> {
  const { rows } = await sql<{
    kind: Kind
    sourceId: string
    title: string
    isOptional: boolean
    needsRequest: boolean
    grantedAt: Date
    dueAt: Date | null
  }>`
    select s.kind, s.source_id, coalesce(p.title, c.title, '') as title, s.is_optional, s.needs_request, s.granted_at, s.due_at
    from (
      select assignment_id, kind, source_id, is_optional, needs_request, granted_at, due_at from assignment_sources
      union all
      select assignment_id, kind, source_id, is_optional, false, granted_at, due_at from earlier_sources
    ) s
    left join permissions p on s.kind = 'rule' and p.id = s.source_id
    left join assignments b on s.kind in ('bundle', 'pathway', 'learningPackage') and b.id = s.source_id
    left join documents c on c.id = b.document_id
    where s.assignment_id = ${assignmentId} order by s.granted_at, s.kind, s.source_id`.execute(tx)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.kind === 'manual' ? null : row.sourceId,
    title: row.title,
    isOptional: row.isOptional,
    needsRequest: row.needsRequest,
    grantedAt: row.grantedAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
  }))
}
