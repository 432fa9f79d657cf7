import type { BadgeTexts } from '@learnt/contract/badge-design'
import type { BadgeDesign } from '@learnt/contract/badge-picture'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { allPeople } from '../queries/due-awards.ts'
import { awardingColumns, awardingOf, type RuleRow } from '../queries/find-rules.ts'
import { insertAwards, missingAwards } from './insert-awards.ts'
import { createBadge, noTexts } from './save-badge.ts'
import { createRule } from './save-rule.ts'

interface DemoBadge {
  readonly title: string
  readonly validMonths: number | null
  readonly description: BadgeTexts
  readonly criteria: BadgeTexts
  readonly design: BadgeDesign
}

const shown: DemoBadge[] = [
  {
    title: 'First step',
    validMonths: null,
    description: {
      en: 'For everybody who has begun to learn with us.',
      de: 'Für alle, die bei uns zu lernen begonnen haben.',
      ar: 'لكل من بدأ التعلم معنا.',
    },
    criteria: { en: 'Finish a course.', de: 'Schließen Sie einen Kurs ab.', ar: 'أكمل دورة واحدة.' },
    design: {
      shape: 'circle',
      fill: '#0e7490',
      border: '#164e63',
      ink: '#ffffff',
      symbol: 'book',
      text: '',
      fileId: null,
    },
  },
  {
    title: 'Keen learner',
    validMonths: 12,
    description: {
      en: 'For much learning within a short time.',
      de: 'Für viel Lernen in kurzer Zeit.',
      ar: 'للتعلم الكثير في وقت قصير.',
    },
    criteria: {
      en: 'Finish three courses within 90 days.',
      de: 'Schließen Sie drei Kurse innerhalb von 90 Tagen ab.',
      ar: 'أكمل ثلاث دورات خلال 90 يومًا.',
    },
    design: {
      shape: 'star',
      fill: '#b45309',
      border: '#78350f',
      ink: '#ffffff',
      symbol: 'flame',
      text: '3 × 90',
      fileId: null,
    },
  },
  {
    title: 'Team player',
    validMonths: null,
    description: {
      en: 'Thank you for helping colleagues to learn.',
      de: 'Danke, dass Sie Kolleginnen und Kollegen beim Lernen helfen.',
      ar: 'شكرًا لمساعدتك الزملاء على التعلم.',
    },
    criteria: { en: 'Given by hand.', de: 'Von Hand vergeben.', ar: 'تُمنح يدويًا.' },
    design: {
      shape: 'hexagon',
      fill: '#6d28d9',
      border: '#4c1d95',
      ink: '#ffffff',
      symbol: 'people',
      text: 'Team',
      fileId: null,
    },
  },
  {
    title: 'Mentor',
    validMonths: 24,
    description: {
      en: 'Looks after new colleagues in their first months.',
      de: 'Betreut neue Kolleginnen und Kollegen in den ersten Monaten.',
      ar: 'يرافق الزملاء الجدد في أشهرهم الأولى.',
    },
    criteria: noTexts,
    design: {
      shape: 'shield',
      fill: '#166534',
      border: '#14532d',
      ink: '#ffffff',
      symbol: 'cap',
      text: 'Mentor',
      fileId: null,
    },
  },
]

/** Four badges, rules that give two of them, and awards as old as what they were given for. */
export async function seedBadges(ctx: Ctx, tx: WriteTx): Promise<void> {
  const ids: string[] = []
  for (const badge of shown) ids.push(await createBadge(ctx, tx, badge))
  const [first = '', keen = '', team = '', mentor = ''] = ids
  const usual = { isActive: true, audience: null, repeats: 'once', countsFrom: null, revokes: true } as const
  // Their jobs find the awards of before written already.
  await createRule(ctx, tx, {
    ...usual,
    badgeId: first,
    title: 'First course',
    trigger: { kind: 'finished', subject: 'course', documentIds: [], passed: false },
  })
  await createRule(ctx, tx, {
    ...usual,
    badgeId: keen,
    title: 'Three courses within 90 days',
    trigger: { kind: 'count', subject: 'course', count: 3, days: 90 },
  })
  const { rows } = await sql<RuleRow>`
    select ${awardingColumns} from badge_rules r join badges b on b.id = r.badge_id where r.is_active order by r.id`.execute(
    tx,
  )
  await insertAwards(ctx, tx, {
    from: missingAwards(rows.map((row) => ({ rule: awardingOf(row), people: allPeople }))),
    isMany: true,
  })
  for (const [badgeId, people] of [
    [team, sql`substr(m.user_id::text, 36) in ('3', 'b') or m.email like 'learner@%'`],
    [mentor, sql`'manager' = any(m.roles)`],
  ] as const)
    await insertAwards(ctx, tx, { from: givenByHand(ctx, badgeId, people), isMany: true })
  // As old as the completions that they are for, and those by hand some weeks; what is old has expired.
  await sql`
    update badge_awards g set awarded_at = old.at, expires_at = old.at + make_interval(months => old.valid_months)
    from (
      select x.id, b.valid_months, coalesce((select a.completed_at from assignments a where a.id = x.assignment_id),
        ${ctx.now}::timestamptz - interval '1 day' * (1 + abs(hashtext(x.user_id::text)) % 60)) as at
      from badge_awards x join badges b on b.id = x.badge_id
    ) old
    where old.id = g.id`.execute(tx)
  await sql`
    update badge_awards set revoked_at = ${ctx.now}, revoked_by = ${ctx.actor.userId}, revoke_reason = 'Given by mistake'
    where id = (select g.id from badge_awards g join memberships m on m.user_id = g.user_id and m.is_primary
      where g.badge_id = ${team} and m.email not like 'learner@%' order by g.status_position limit 1)`.execute(tx)
}

function givenByHand(ctx: Ctx, badgeId: string, people: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select b.id as badge_id, b.version_id, null::uuid as rule_id, m.user_id, 'hand:demo'::text as cause_key, 'hand'::text as kind, null::uuid as assignment_id,
      null::text as document_type, null::uuid as document_id, ''::text as document_title, ''::text as rule_title, b.valid_months,
      ${ctx.actor.userId}::uuid as awarded_by, null::text as team_id, ''::text as note
    from memberships m join badges b on b.id = ${badgeId} where m.is_primary and m.status = 'active' and (${people})`
}
