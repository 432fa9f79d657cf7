import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'
import { figuresOf, signOf } from '../queries/form-figures.ts'

/** Submissions that one transaction counts. */
const together = 500

/** Counts what has changed in every tenant since the last time; also what was there before figures were kept. */
export async function foldAllFigures(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const tenantId of await listOpenTenants(services.db))
    for (let counted = together; counted === together && !stopping?.aborted; )
      counted = await foldFigures(services, tenantId)
}

/**
 * Counts some submissions again: takes out their former figures, adds their present ones, and remembers both. If two
 * processes do it, the second waits and finds them counted.
 */
export async function foldFigures(services: Services, tenantId: TenantId): Promise<number> {
  return services.db.tenant(tenantId).write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from submissions where counted_sign is distinct from ${signOf} order by id limit ${together} for no key update`.execute(
      tx,
    )
    if (rows.length === 0) return 0
    await sql`
      with picked as materialized (select *, ${signOf} as sign from submissions where id = any(${rows.map((row) => row.id)}::uuid[])),
      now_is as materialized (
        select id, version_id, field, name, value, sum(amount) as amount from (${figuresOf(sql`picked`)}) f group by 1, 2, 3, 4, 5
      ),
      was as (
        select p.version_id, f->>0 as field, f->>1 as name, f->>2 as value, -(f->>3)::numeric as amount
        from picked p join submission_figures x on x.submission_id = p.id cross join lateral jsonb_array_elements(x.figures) f
      ),
      change as (
        select version_id, field, name, value, sum(amount) as amount
        from (select version_id, field, name, value, amount from now_is union all select * from was) d
        group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 2, 3, 4
      ),
      added as (
        insert into form_figures (version_id, field, name, value, amount) select * from change
        on conflict (tenant_id, version_id, field, name, value) do update set amount = form_figures.amount + excluded.amount
      ),
      kept as (
        insert into submission_figures (submission_id, figures)
        select p.id, coalesce(jsonb_agg(jsonb_build_array(n.field, n.name, n.value, n.amount)) filter (where n.id is not null), '[]')
        from picked p left join now_is n on n.id = p.id group by p.id
        on conflict (tenant_id, submission_id) do update set figures = excluded.figures
      )
      update submissions s set counted_sign = p.sign from picked p where s.id = p.id`.execute(tx)
    return rows.length
  })
}
