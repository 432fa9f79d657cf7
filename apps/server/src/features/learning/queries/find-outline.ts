import type { ActivityKind, CompletionRule, Landing } from '@learnt/contract/courses'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'

/** One step without its content. */
export interface OutlineStep {
  readonly id: string
  readonly kind: ActivityKind
  readonly title: string
  readonly description: string
  readonly minutes: number
  readonly completion: CompletionRule
  /** Of a form or quiz. */
  readonly formId?: string | null
  readonly eventId?: string | null
}

export interface Outline {
  readonly versionId: string
  readonly courseId: string
  /** Null for a draft. */
  readonly number: number | null
  readonly sequential: boolean
  readonly sections: readonly {
    readonly id: string
    readonly title: string
    readonly activities: readonly OutlineStep[]
  }[]
  /** All steps in order. */
  readonly activities: readonly OutlineStep[]
  /** A bundle's children in order. */
  readonly courseIds: readonly string[]
  /** Null: its version is from before there was any. */
  readonly landing: Omit<Landing, 'html'> | null
}

// Published versions, which never change. The id alone opens nothing: callers have it from a row of the same tenant.
const published = new LRUCache<string, Outline>({ max: 500 })

/** A version's steps without their pages and transcripts; at most one statement, none for a version seen before. */
export async function findOutline(tx: ReadTx, tenantId: TenantId, versionId: string): Promise<Outline | null> {
  const key = `${tenantId}:${versionId}`
  const known = published.get(key)
  if (known) return known
  const { rows } = await sql<Omit<Outline, 'activities'>>`
    select v.id as version_id, v.document_id as course_id, v.number, coalesce(v.content->'sequential', 'false') as sequential, coalesce(v.content->'courseIds', '[]') as course_ids, (v.content->'landing') - 'html'::text as landing,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', s.section->'id', 'title', s.section->'title', 'activities', coalesce((
          select jsonb_agg(jsonb_build_object('id', a.step->'id', 'kind', a.step->'kind', 'title', a.step->'title', 'description', a.step->'description',
            'minutes', a.step->'minutes', 'completion', a.step->'completion', 'formId', a.step->'formId', 'eventId', a.step->'eventId') order by a.place)
          from jsonb_array_elements(s.section->'activities') with ordinality a(step, place)), '[]')) order by s.place)
        from jsonb_array_elements(v.content->'sections') with ordinality s(section, place)), '[]') as sections
    from document_versions v where v.id = ${versionId}`.execute(tx)
  const row = rows[0]
  if (!row) return null
  const outline: Outline = { ...row, activities: row.sections.flatMap((section) => section.activities) }
  if (outline.number !== null) published.set(key, outline)
  return outline
}

/** A step of a version that an assignment was on before its present one; the newest of those that have it. */
export async function findSeenStep(
  tx: ReadTx,
  tenantId: TenantId,
  of: { assignmentId: string; activityId: string },
): Promise<OutlineStep | null> {
  const versions = await tx
    .selectFrom('seenVersions')
    .select('versionId')
    .where('assignmentId', '=', of.assignmentId)
    .orderBy('untilAt', 'desc')
    .execute()
  for (const { versionId } of versions) {
    const outline = await findOutline(tx, tenantId, versionId)
    const step = outline?.activities.find((one) => one.id === of.activityId)
    if (step) return step
  }
  return null
}
