import { sql } from 'kysely'
import { readSettings } from '../src/platform/env.ts'
import { sessionCookieName } from '../src/platform/session/token.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { prepareGround } from '../src/start.ts'
import type { TestApp } from './app.ts'
import { givenPerson } from './given/people.ts'

/** People with an open session each, inserted into the database of the running server. */
export interface Crowd {
  readonly people: readonly { userId: string; cookie: string }[]
  /** How many of them have the form. */
  assigned(formId: string): Promise<number>
  /** Compares the stored answers with what the server has acknowledged to each person. */
  compare(formId: string, told: ReadonlyMap<string, Told>): Promise<string[]>
  close(): Promise<void>
}

/** What the server has acknowledged to one person. */
export interface Told {
  /** By field: the value that was shown as saved, and values sent later without an answer. */
  readonly answers: ReadonlyMap<string, { saved: string | null; sent: readonly string[] }>
  readonly submitted: boolean
}

export async function gatherCrowd(
  settings: Record<string, string>,
  of: { count: number; position: string },
): Promise<Crowd> {
  const read = readSettings({ ...settings, LOG_LEVEL: 'silent' })
  const { services, stop } = await prepareGround({ say: () => {}, ifRunning: 'join', settings: read })
  const tenantId = mintTenantId('learnt')
  const tenant = services.db.tenant(tenantId)
  const people: { userId: string; cookie: string }[] = []
  const name = sessionCookieName(read)
  while (people.length < of.count) {
    const made = await Promise.all(
      Array.from({ length: Math.min(20, of.count - people.length) }, () =>
        givenPerson({ services } as TestApp, { tenantId, teamId: 'learnt' }, { position: [of.position] }),
      ),
    )
    for (const { userId, token } of made) people.push({ userId, cookie: `${name}=${token}` })
  }
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await tenant.read((tx) => query.execute(tx))).rows
  return {
    people,
    async assigned(formId) {
      const [row] = await rows<{ count: number }>(
        sql`select count(*)::int as count from assignments where document_id = ${formId} and is_active`,
      )
      return row?.count ?? 0
    },
    async compare(formId, told) {
      const stored = await rows<{
        userId: string
        state: string
        answers: Record<string, string>
        submitted: number
      }>(sql`
        select s.user_id, s.state, (select coalesce(jsonb_object_agg(a.field, a.value), '{}') from answers a where a.submission_id = s.id) as answers,
          (select count(*)::int from submission_events e where e.submission_id = s.id and e.event = 'submitted') as submitted
        from submissions s where s.form_id = ${formId}`)
      const findings: string[] = []
      const byPerson = Map.groupBy(stored, (row) => row.userId)
      for (const [userId, { answers, submitted }] of told) {
        const [one, ...more] = byPerson.get(userId) ?? []
        if (more.length > 0) findings.push(`${more.length + 1} submissions of ${userId}`)
        for (const [field, { saved, sent }] of answers) {
          const kept = one?.answers[field] ?? null
          if (kept !== saved && !sent.some((value) => value === kept))
            findings.push(`LOST ${field} of ${userId}: ${saved} was shown as saved, ${kept} is stored`)
        }
        if (submitted && one?.state !== 'completed') findings.push(`LOST the submission of ${userId}: ${one?.state}`)
        if ((one?.submitted ?? 0) > 1) findings.push(`${userId} has submitted ${one?.submitted} times`)
      }
      const twice = await rows<{ what: string }>(sql`
        select 'statement ' || verb || ' of ' || assignment_id as what from statements where verb ~ '/(initialized|answered|completed)$'
        group by assignment_id, verb having count(*) > 1`)
      return [...findings, ...twice.map(({ what }) => `twice: ${what}`)]
    },
    close: stop,
  }
}
