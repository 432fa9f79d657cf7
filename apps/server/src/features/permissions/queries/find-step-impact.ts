import type { StepImpact } from '@learnt/contract/documents'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { shownMembership } from '../../reach/queries/visible-members.ts'
import { isGiven } from './is-given.ts'

/** Names in one sample. */
const namesShown = 10

/**
 * What happens to the people who have a container when these documents become its steps. Who has finished keeps the steps
 * that they had.
 */
export async function findStepImpact(
  ctx: Ctx,
  tx: ReadTx,
  of: {
    documentId: string
    documentIds: readonly string[]
    sections?: readonly { id: string; title: string; audienceId?: string | null | undefined }[]
  },
): Promise<StepImpact> {
  const people = (isOne: RawBuilder<unknown>) => sql`jsonb_build_object(
    'count', (select count(*)::int from person p where ${isOne}),
    'sample', array(
      select rtrim(m.shown_first_name || ' ' || m.last_name) from person p join memberships m on m.user_id = p.user_id and ${shownMembership(ctx.actor)}
      where ${isOne} and ${isWhollyLookedAfter(reachOf(ctx.actor, 'administrator'), sql`m.user_id`)}
      order by m.last_name, m.shown_first_name, m.user_id limit ${namesShown}))`
  const divided = (of.sections ?? []).filter(({ audienceId }) => audienceId)
  const { rows } = await sql<StepImpact>`
    with holder as materialized (
      select a.id, a.user_id, a.state in ('completed', 'passed') as is_done, coalesce(a.version_id, d.published_version_id) as version_id
      from documents d join assignments a on a.document_type = d.type and a.document_id = d.id and ${isGiven} where d.id = ${of.documentId}
    ),
    gained as materialized (
      select v.version_id, wanted.id from (select distinct version_id from holder) v cross join unnest(${[...new Set(of.documentIds)]}::uuid[]) wanted(id)
      where not exists (select from document_steps s where s.version_id = v.version_id and s.step_document_id = wanted.id)
    ),
    person as materialized (
      select h.user_id,
        exists (
          select from gained g where g.version_id = h.version_id and not exists (
            select from assignments done where done.user_id = h.user_id and done.document_id = g.id and done.state in ('completed', 'passed'))
        ) as gains,
        exists (
          select from assignment_sources s join assignments child on child.id = s.assignment_id
          where s.source_id = h.id and s.kind in ('pathway', 'learningPackage') and child.document_id <> all(${[...of.documentIds]}::uuid[])
            and (select count(*) from assignment_sources other where other.assignment_id = s.assignment_id) = 1
        ) as loses
      from holder h where not h.is_done
    )
    select ${people(sql`p.gains`)} as gain_steps, ${people(sql`p.loses`)} as lose_steps, (select count(*)::int from holder where is_done) as finished,
      coalesce((
        select jsonb_agg(jsonb_build_object('sectionId', x.id, 'title', x.title, 'audience', a.title,
          'required', ${people(sql`is_in_audience(x.audience_id, p.user_id)`)}, 'underWay', (select count(*)::int from person)) order by x.place)
        from unnest(${divided.map(({ id }) => id)}::uuid[], ${divided.map(({ title }) => title)}::text[], ${divided.map(({ audienceId }) => audienceId)}::uuid[])
          with ordinality x(id, title, audience_id, place) join audiences a on a.id = x.audience_id), '[]') as divided`.execute(
    tx,
  )
  return rows[0] as StepImpact
}
