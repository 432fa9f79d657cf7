import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'

const madeUp = { title: 'Fire safety', activity: 'The fire drill', email: 'name@example.com' }

/**
 * Rows that could be recorded as they are: existing courses and the administrator who asks. Invented ones when there
 * are none.
 */
export async function listSampleRows(tx: ReadTx, actor: Actor): Promise<string[][]> {
  const { rows } = await sql<{ title: string; activity: string; email: string }>`
    with named as (
      select d.title, d.published_version_id, count(*) over (partition by lower(replace(d.title, ' ', ''))) as alike
      from documents d where d.type = 'course' and not d.is_bundle and d.status = 'published'
    ),
    steps as (
      select n.title, v.title as activity, v.place, count(*) over (partition by v.version_id, lower(replace(v.title, ' ', ''))) as alike
      from named n join course_activities v on v.version_id = n.published_version_id where n.alike = 1
    )
    select distinct on (s.title) s.title, s.activity, coalesce(nullif(m.email, ''), ${madeUp.email}) as email
    from steps s join memberships m on m.user_id = ${actor.userId} and m.team_id = ${actor.teamId} where s.alike = 1
    order by s.title, s.place limit 2`.execute(tx)
  const [first = madeUp, second = first] = rows
  return [
    [first.title, '', '2023-05-17', '100', first.email],
    [second.title, second.activity, '2024-02-01T09:30:00Z', second === first ? '100%' : '40%', second.email],
  ]
}
