import type { CatalogueItem, CatalogueKind } from '@learnt/contract/catalogues'
import type { DocumentType } from '@learnt/contract/document-kinds'
import { visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isLocked } from '../../assignments/queries.ts'
import { findOutline } from '../../learning/queries/find-outline.ts'
import { documentColumns, type OfferRow } from './list-offers.ts'
import { kindOfOffer, offersOf } from './offers.ts'

type WholeOffer = OfferRow & {
  readonly versionId: string
  readonly prerequisites: CatalogueItem['prerequisites']
}

/** One item of the person's catalogue with what has to be finished before it; null when it is not offered to them. */
export async function findOffer(
  ctx: Ctx,
  tx: ReadTx,
  of: { documentType: DocumentType; documentId: string },
  kindsOff: readonly CatalogueKind[],
): Promise<WholeOffer | null> {
  const { userId } = ctx.actor
  const { rows } = await sql<WholeOffer>`
    select ${documentColumns}, a.id as assignment_id, ${kindOfOffer} as kind, a.state, a.progress, a.needs_request, ${isLocked(userId)} as is_locked,
      coalesce(a.version_id, d.published_version_id) as version_id, r.id as request_id, r.state as request_state,
      coalesce((
        select jsonb_agg(jsonb_build_object('documentType', p.type, 'documentId', p.id, 'title', p.title,
          'assignmentId', b.id, 'isDone', coalesce(b.state in ('completed', 'passed'), false)) order by before.place)
        from unnest(d.prerequisites) with ordinality before(id, place) join documents p on p.id = before.id
        left join lateral (
          select b.id, b.state from assignments b
          where b.user_id = ${userId} and b.document_type = p.type and b.document_id = p.id and b.is_active order by b.cycle desc limit 1
        ) b on true), '[]') as prerequisites
    from (select a.id as offer_id ${offersOf(userId, kindsOff)} and a.document_type = ${of.documentType} and a.document_id = ${of.documentId}) offer
    join assignments a on a.id = offer.offer_id join documents d on d.id = a.document_id
    left join lateral (
      select id, state from requests r where r.user_id = ${userId} and r.kind = 'document' and r.document_id = d.id order by made_at desc, id desc limit 1
    ) r on true
    order by a.cycle desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The steps of an offer: a course's outline, a container's documents; none of what has no steps. One statement. */
export async function listOfferSteps(ctx: Ctx, tx: ReadTx, offer: WholeOffer): Promise<CatalogueItem['sections']> {
  if (offer.kind === 'resource') return []
  if (offer.kind === 'course') {
    const outline = await findOutline(tx, ctx.actor.tenantId, offer.versionId)
    return (outline?.sections ?? []).map((section) => ({
      title: section.title,
      steps: section.activities.map(({ title, kind, minutes }) => ({ title, kind, minutes, isRequired: true })),
    }))
  }
  const { rows } = await sql<{
    section: number
    sectionTitle: string
    title: string
    kind: CatalogueKind
    minutes: number
    isRequired: boolean
  }>`
    select s.section, coalesce(v.content->'sections'->s.section->>'title', '') as section_title, d.title, ${kindOfOffer} as kind, d.minutes, s.is_required
    from document_steps s join document_versions v on v.id = s.version_id join documents d on d.id = s.step_document_id
    where s.version_id = ${offer.versionId} and d.status = any(${visibleToLearners}::text[])
    order by s.section, s.place`.execute(tx)
  return [...Map.groupBy(rows, (row) => row.section).values()].map((steps) => ({
    title: steps[0]?.sectionTitle ?? '',
    steps: steps.map(({ title, kind, minutes, isRequired }) => ({ title, kind, minutes, isRequired })),
  }))
}
