import type { AudiencePreview, audiences } from '@learnt/contract/audiences'
import type { DocumentType } from '@learnt/contract/document-kinds'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { leaveStatuses } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import { isGiven } from '../../permissions/queries/is-given.ts'
import { audiencesOfPermission, readRule } from '../../permissions/queries/read-rule.ts'
import { type SavedAudience, type WholeRule, wholeRule } from '../../reach/policy.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { isListed, ruleCondition } from '../../reach/queries/match-people.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'
import { removableMembers, selectedMembers } from './selected-members.ts'

type Change = HandlerInput<typeof audiences.preview>['body']

/** Names that are shown of each kind. */
const sampleSize = 10

interface Use {
  readonly id: string
  readonly title: string
  readonly documentType: DocumentType
  readonly documentId: string
  readonly documentTitle: string
  readonly rule: WholeRule
}

/**
 * Who would gain, keep and lose which documents if an audience were changed so: as previewRule() says it of one rule, here
 * of all active permissions that name the audience, document by document, because another one of the same document may
 * give it as well. Names only of people who are wholly the administrator's; numbers of all. The statements are as many,
 * however many permissions there are.
 */
export async function previewChange(
  ctx: Ctx,
  audience: SavedAudience | null,
  change: Change,
): Promise<AudiencePreview> {
  const becomes: SavedAudience = audience
    ? { ...audience, rule: change.rule ?? audience.rule }
    : { id: newId(), title: '', kind: change.rule ? 'rule' : 'people', rule: change.rule ?? null }
  // Memberships `m` that stand for people whose names this administrator sees.
  const isNamed = sql`(${ctx.actor.wholeTenant ? sql`m.is_primary` : visibleMembers(ctx.actor)}
    and ${isWhollyLookedAfter(reachOf(ctx.actor, 'administrator'), sql`m.user_id`)})`
  return ctx.read(async (tx) => {
    const uses = audience ? await listUses(tx, becomes) : []
    // In one flush with the statements, and so in their transaction: see joinBySets().
    const set = sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(tx)
    const alone = wholeRule({ rule: {}, groups: [], everyone: false, audiences: [becomes.id] }, [becomes])
    const matching = sql<{ count: number }>`
      select count(distinct m.user_id)::int as count from memberships m
      where ${becomes.kind === 'people' ? sql`true` : sql`m.status = 'active'`} and ${ruleCondition(alone, listed)}`.execute(
      tx,
    )
    const [, { rows: counted }, found, sections] = await Promise.all([
      set,
      matching,
      uses.length > 0 ? compare(tx, uses) : null,
      audience ? compareSections(tx, alone) : [],
    ])
    const groupOf = (documentId: string, kind: Kind) =>
      found?.groups.find((group) => group.documentId === documentId && group.kind === kind) ?? { count: 0, sample: [] }
    const documents = Map.groupBy(uses, (use) => use.documentId)
    return {
      matching: counted[0]?.count ?? 0,
      totals: { gain: 0, keep: 0, lose: 0, ...found?.totals },
      sections,
      documents: [...documents.values()].flatMap((permissions) => {
        const [first] = permissions
        if (!first) return []
        const { documentType, documentId, documentTitle } = first
        return {
          documentType,
          documentId,
          title: documentTitle,
          permissions: permissions.map(({ id, title }) => ({ id, title })),
          gain: groupOf(documentId, 'gain'),
          keep: groupOf(documentId, 'keep'),
          lose: groupOf(documentId, 'lose'),
        }
      }),
    }
  })

  /** The lists as they would be. */
  function listed(audienceIds: readonly string[]): RawBuilder<boolean> {
    const others = audienceIds.filter((id) => id !== becomes.id)
    const ways = others.length > 0 ? [isListed(others)] : []
    if (others.length < audienceIds.length) {
      const stays = change.remove
        ? sql`${isListed([becomes.id])} and m.user_id not in (${removableMembers(ctx.actor, becomes.id, change.remove)})`
        : isListed([becomes.id])
      ways.push(sql`(${stays})`)
      if (change.add) ways.push(sql`m.user_id in (${selectedMembers(ctx.actor, change.add)})`)
    }
    return sql`(${sql.join(ways, sql` or `)})`
  }

  /** Of whom sections of pathways would come to be required, and of whom no more. */
  async function compareSections(tx: ReadTx, alone: WholeRule): Promise<AudiencePreview['sections']> {
    const peopleOf = (kind: 'enter' | 'leave') => sql`jsonb_build_object(
      'count', (select count(*)::int from moved m where m.version_id = x.version_id and m.section = x.section and m.kind = ${kind}),
      'sample', coalesce((
        select jsonb_agg(jsonb_build_object('userId', user_id, 'name', rtrim(shown_first_name || ' ' || last_name), 'email', email, 'position', position)) from (
          select m.user_id, m.shown_first_name, m.last_name, m.email, m.position
          from moved p join memberships m on m.user_id = p.user_id
          where p.version_id = x.version_id and p.section = x.section and p.kind = ${kind} and ${isNamed}
          order by m.last_name, m.shown_first_name, m.user_id limit ${sampleSize}
        ) first), '[]'))`
    const { rows } = await sql<AudiencePreview['sections'][number]>`
      with under_way as materialized (
        select p.user_id, p.document_id, x.version_id, x.section
        from document_sections x join document_versions v on v.id = x.version_id join documents d on d.id = v.document_id
        join assignments p on p.document_type = 'pathway' and p.document_id = d.id and coalesce(p.version_id, d.published_version_id) = v.id
        where x.audience_id = ${becomes.id} and p.is_active and p.state not in ('completed', 'passed')
      ),
      matched as materialized (
        select distinct m.user_id from memberships m where m.status = 'active' and ${ruleCondition(alone, listed)}
      ),
      moved as materialized (
        select * from (
          select u.*, case when w.user_id is not null then 'enter' else 'leave' end as kind, is_in_audience(${becomes.id}, u.user_id) as was_in, w.user_id is not null as will_be_in
          from under_way u left join matched w on w.user_id = u.user_id
        ) one where was_in <> will_be_in
      )
      select jsonb_build_object('id', d.id, 'title', d.title) as pathway, coalesce(v.content->'sections'->x.section->>'title', '') as section_title,
        ${peopleOf('enter')} as enter, ${peopleOf('leave')} as leave
      from (select distinct document_id, version_id, section from under_way) x
      join documents d on d.id = x.document_id join document_versions v on v.id = x.version_id order by lower(d.title), d.id, v.number, x.section`.execute(
      tx,
    )
    return rows
  }

  async function compare(tx: ReadTx, uses: readonly Use[]): Promise<Compared> {
    const permissionIds = uses.map((use) => use.id)
    const documentIds = [...new Set(uses.map((use) => use.documentId))]
    const { rows } = await sql<Compared>`
      with matched as materialized (
        select distinct use.document_id, m.user_id from memberships m
        cross join lateral (values ${sql.join(
          uses.map((use) => sql`(${use.documentId}::uuid, ${ruleCondition(use.rule, listed)})`),
        )}) use(document_id, matches)
        where m.status = 'active' and use.matches
      ),
      away as materialized (select id from memberships where status = any(${leaveStatuses}::text[])),
      having_it as materialized (
        select a.document_id, a.user_id from assignments a where a.document_id = any(${documentIds}::uuid[]) and ${isGiven}
      ),
      losing as (
        select a.document_id, a.user_id from assignment_sources s join assignments a on a.id = s.assignment_id
        left join matched w on w.document_id = a.document_id and w.user_id = a.user_id
        left join away on away.id = s.membership_id
        where s.kind = 'rule' and s.source_id = any(${permissionIds}::uuid[]) and w.user_id is null
        group by a.id, a.document_id, a.user_id
        -- Counted one by one, by the key: joined as a set, all sources of the tenant would be read.
        having count(away.id) = 0 and count(*) = (select count(*) from assignment_sources o where o.assignment_id = a.id)
      ),
      person as materialized (
        select w.document_id, w.user_id, case when h.user_id is null then 'gain' else 'keep' end as kind
        from matched w left join having_it h on h.document_id = w.document_id and h.user_id = w.user_id
        union all
        select document_id, user_id, 'lose' from losing
      ),
      named as (
        select p.document_id, p.kind, m.user_id, m.shown_first_name, m.last_name, m.email, m.position,
          row_number() over (partition by p.document_id, p.kind order by m.last_name, m.shown_first_name, m.user_id) as place
        from person p join memberships m on m.user_id = p.user_id
        where ${isNamed}
      ),
      sample as (
        select document_id, kind, jsonb_agg(jsonb_build_object('userId', user_id, 'name', rtrim(shown_first_name || ' ' || last_name),
          'email', email, 'position', position) order by place) as people
        from named where place <= ${sampleSize} group by document_id, kind
      )
      select
        coalesce((select jsonb_object_agg(kind, people) from (select kind, count(distinct user_id)::int as people from person group by kind) total), '{}') as totals,
        coalesce((
          select jsonb_agg(jsonb_build_object('documentId', c.document_id, 'kind', c.kind, 'count', c.count, 'sample', coalesce(s.people, '[]')))
          from (select document_id, kind, count(*)::int as count from person group by document_id, kind) c
          left join sample s on s.document_id = c.document_id and s.kind = c.kind), '[]') as groups`.execute(tx)
    return rows[0] as Compared
  }
}

type Kind = 'gain' | 'keep' | 'lose'
type Group = AudiencePreview['documents'][number]['gain']

interface Compared {
  readonly totals: Partial<Record<Kind, number>>
  readonly groups: readonly (Group & { readonly documentId: string; readonly kind: Kind })[]
}

/** Active permissions that name the audience, with what it would say, by the title of the document. */
async function listUses(tx: ReadTx, becomes: SavedAudience): Promise<Use[]> {
  const { rows } = await sql<
    Pick<Row<'permissions'>, 'id' | 'title' | 'rule' | 'due' | 'documentId'> & {
      documentType: DocumentType
      documentTitle: string
      audiences: SavedAudience[]
    }
  >`
    select permissions.id, permissions.title, permissions.rule, permissions.due, permissions.document_type, permissions.document_id,
      coalesce(d.title, '') as document_title, ${audiencesOfPermission} as audiences
    from permissions left join documents d on d.id = permissions.document_id
    where ${becomes.id}::uuid = any(permissions.audience_ids) and permissions.status = 'active'
    order by lower(d.title), permissions.document_id, lower(permissions.title), permissions.id`.execute(tx)
  return rows.map(readRule).map(({ id, title, documentType, documentId, documentTitle, rule, audiences }) => ({
    id,
    title,
    documentType,
    documentId,
    documentTitle,
    rule: wholeRule(
      rule,
      audiences.map((one) => (one.id === becomes.id ? becomes : one)),
    ),
  }))
}
