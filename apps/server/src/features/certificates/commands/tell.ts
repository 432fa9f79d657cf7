import { type RawBuilder, sql } from 'kysely'
import type { Ctx, Services } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { dayInZone } from '../../assignments/queries.ts'
import { findDay } from '../../cycles/queries/due-cycles.ts'
import { linkOf } from './issue.ts'

/** Certificates looked at by one transaction, with a notice and a mail for each. */
const atOnce = 200
const mark = 'certificates.tell'
/** Who was not here when a certificate expired is not told of it for ever. */
const toldDays = 30

/** Once on each day of each tenant: warns people before their certificates expire, and tells them when they have. */
export async function tellOfTheDay(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    if (stopping?.aborted) return
    const ctx = systemContext(services, id, { requestId: mark })
    const day = await ctx.read((tx) => findDay(tx, ctx.now, mark))
    if (day.isDone) continue
    for (const kind of ['certificateExpiring', 'certificateExpired'] as const) await tellAll(ctx, kind, stopping)
    if (stopping?.aborted) return
    await ctx.write((tx) =>
      sql`
        insert into rollup_marks (name, folded_at) values (${mark}, ${ctx.now})
        on conflict (tenant_id, name) do update set folded_at = excluded.folded_at`.execute(tx),
    )
  }
}

type Kind = 'certificateExpiring' | 'certificateExpired'

async function tellAll(ctx: Ctx, kind: Kind, stopping?: AbortSignal): Promise<void> {
  let after: string | null = null
  do {
    if (stopping?.aborted) return
    const from: string | null = after
    after = await ctx.write((tx) => tellSome(ctx, tx, kind, from))
  } while (after !== null)
}

/** Answers after which certificate to go on; null: there is none left. */
async function tellSome(ctx: Ctx, tx: WriteTx, kind: Kind, after: string | null): Promise<string | null> {
  const { rows } = await sql<{ id: string; key: string }>`
    select c.id, ${kind === 'certificateExpired' ? sql`'certificateExpired:' || c.id` : sql`'certificateExpiring:' || c.id || ':' || due.days`} as key
    from certificates c
    cross join lateral (select min(days) as days from unnest(c.warnings) days where c.valid_until - ${dayInZone(ctx.now)} <= days) due
    where c.valid_until is not null and c.revoked_at is null and c.replaced_by is null and ${isDue(ctx, kind)}
      and ${after === null ? sql`true` : sql`c.id > ${after}::uuid`}
      -- Whoever has done it again needs no warning.
      and not exists (select from certificates later where later.user_id = c.user_id and later.document_id = c.document_id
        and later.issued_at > c.issued_at and later.revoked_at is null)
    order by c.id limit ${atOnce}`.execute(tx)
  if (rows.length === 0) return null
  await notifyMany(ctx, tx, {
    kind,
    atMost: rows.length,
    from: sql`
      select c.user_id, null::text as team_id, given.key, ${linkOf}::text as link,
        jsonb_build_object('certificateId', c.id, 'title', c.title, 'until', c.valid_until) as params
      from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.key)}::text[]) given(id, key) join certificates c on c.id = given.id`,
  })
  await mailThem(
    ctx,
    tx,
    rows.map((row) => row.key),
    kind,
  )
  return rows.length < atOnce ? null : (rows.at(-1)?.id ?? null)
}

function isDue(ctx: Ctx, kind: Kind): RawBuilder<unknown> {
  const today = dayInZone(ctx.now)
  return kind === 'certificateExpired'
    ? sql`(c.valid_until < ${today} and c.valid_until >= ${today} - ${sql.lit(toldDays)})`
    : sql`(c.valid_until >= ${today} and due.days is not null)`
}

/** Only those for whom it was news just now get a mail. */
async function mailThem(ctx: Ctx, tx: WriteTx, keys: readonly string[], kind: Kind): Promise<void> {
  const { rows } = await sql<{
    userId: string
    teamId: string
    email: string
    firstName: string
    title: string
    until: string
  }>`
    select n.user_id, m.team_id, m.email, m.shown_first_name as first_name, n.params->>'title' as title, n.params->>'until' as until
    from notifications n join memberships m on m.user_id = n.user_id and m.is_primary
    where n.key = any(${keys}::text[]) and n.created_at = ${ctx.now} order by n.user_id, n.key`.execute(tx)
  for (const row of rows)
    await queueMail(ctx, tx, {
      kind,
      about: 'certificates',
      to: row.email,
      userId: row.userId,
      teamId: row.teamId,
      values: { name: row.firstName, title: row.title },
      days: { day: row.until },
      path: linkOf,
    })
}
