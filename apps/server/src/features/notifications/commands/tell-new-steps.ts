import { visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { linkOf } from './tell-assigned.ts'

/** People told by one transaction. */
const peopleAtOnce = 5000

interface NewVersion extends Record<string, unknown> {
  readonly documentId: string
  readonly fromVersionId: string
  readonly toVersionId: string
}

/**
 * Tells people who are under way in a pathway or a learning package, and have to have it, of required steps that came
 * with a new version and that they have not done. Not who has finished or stays on the version before. Run again it tells
 * nobody twice.
 */
export async function tellNewSteps(ctx: Ctx, { documentId, fromVersionId, toVersionId }: NewVersion): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (let seen = peopleAtOnce; seen === peopleAtOnce; ) {
    const step = await ctx.write((tx) =>
      notifyMany(ctx, tx, {
        kind: 'newSteps',
        atMost: peopleAtOnce,
        from: sql`
          with fresh as materialized (
            select s.step_document_id as id, part.audience_id from document_steps s
            join document_sections part on part.version_id = s.version_id and part.section = s.section
            join documents shown on shown.id = s.step_document_id and shown.status = any(${visibleToLearners}::text[])
            where s.version_id = ${toVersionId} and s.is_required and not exists (
              select from document_steps before where before.version_id = ${fromVersionId} and before.step_document_id = s.step_document_id)
          ),
          people as materialized (
            select a.*, (
              select count(*)::int from fresh
              where (audience_id is null or is_in_audience(audience_id, a.user_id)) and not exists (
                select from assignments done where done.user_id = a.user_id and done.document_id = fresh.id and done.state in ('completed', 'passed'))
            ) as steps
            from assignments a join documents c on c.id = a.document_id
            where a.document_id = ${documentId} and a.user_id > ${after} and a.is_active and not a.is_optional and not a.needs_request
              and a.state not in ('completed', 'passed') and a.version_id is null and c.published_version_id = ${toVersionId}
          )
          select a.user_id, null::text as team_id, 'newSteps:' || a.id || ':' || ${toVersionId}::text as key, ${linkOf} as link,
            jsonb_build_object('documentType', c.type, 'courseId', c.id, 'title', c.title, 'steps', a.steps) as params
          from people a join documents c on c.id = a.document_id where a.steps > 0
          order by a.user_id limit ${peopleAtOnce}`,
      }),
    )
    after = step.last ?? after
    seen = step.seen
  }
}
