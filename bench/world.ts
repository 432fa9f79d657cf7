import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { recountRollups } from '../apps/server/src/features/assignments/commands/recount-rollups.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded.ts'
import { readSettings } from '../apps/server/src/platform/env.ts'
import { makeLaunchToken } from '../apps/server/src/platform/launch-token.ts'
import { hashPassword } from '../apps/server/src/platform/session/password.ts'
import { mintTenantId } from '../apps/server/src/platform/tenant-id.ts'
import { type Ground, prepareGround } from '../apps/server/src/start.ts'

/** The password of all people who have one. */
export const password = 'Learnt-demo-1'
/** The product limits requests per account: this many accounts never reach the limit. */
const ACTIVE_LEARNERS = 500
const ACTIVE_ADMINS = 300
/** People who can sign in by password. */
export const ACCOUNTS = 400
/** Courses with assignments; everybody has PER_PERSON of them. */
const GIVEN_COURSES = 40
const STEPS = 6

export interface BenchTenant {
  readonly id: string
  readonly people: number
  readonly courses: number
  /** Assignments, which are the records that reports count. */
  readonly records: number
}

export interface World {
  readonly seed: number
  readonly tenants: readonly BenchTenant[]
  readonly superuserUrl: string
  readonly postmaster: number
  readonly folder: string
  /** For the bare statements, which need one connection. */
  readonly admin: pg.Client
  readonly ground: Ground
  readonly learners: (tenant: BenchTenant) => Promise<Person[]>
  readonly admins: (tenant: BenchTenant) => Promise<Person[]>
  /** The learners, up to this number. */
  readonly crowd: (tenant: BenchTenant, count: number) => Promise<Person[]>
  close(): Promise<void>
}

export interface Person {
  readonly userId: string
  readonly tenantId: string
  readonly token: string
  readonly sessionId: string
}

export interface WorldPlan {
  readonly seed: number
  readonly sizes: readonly { people: number; courses: number; perPerson: number }[]
}

/**
 * A tenant of every size in the database of the running product, made once per folder; sessions are new in each run.
 */
export async function openWorld(
  of: { dataDir: string; settings: Record<string, string>; plan: WorldPlan },
  say: (line: string) => void,
): Promise<World> {
  const { dataDir, plan } = of
  const joined = await startEmbeddedPostgres({ dataDir, log: () => {}, ifRunning: 'join' })
  const { superuser } = JSON.parse(readFileSync(join(joined.folder, 'secret.json'), 'utf8')) as { superuser: string }
  // Over the same kind of connection as the product.
  const superuserUrl = joined.adminUrl.replace(/\/\/[^@]+@/, `//postgres:${superuser}@`)
  const postmaster = Number(readFileSync(join(joined.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const admin = new pg.Client({
    connectionString: superuserUrl,
    options: '-c TimeZone=UTC -c jit=off -c work_mem=64MB -c search_path=public',
  })
  await admin.connect()
  const ground = await prepareGround({
    say: () => {},
    ifRunning: 'join',
    settings: readSettings({ ...of.settings, LOG_LEVEL: 'error' }),
  })

  const tenants: BenchTenant[] = plan.sizes.map(({ people, courses, perPerson }) => ({
    id: `b${people}`,
    people,
    courses,
    records: people * perPerson,
  }))
  const note = join(dataDir, 'bench-world.json')
  const known = existsSync(note)
    ? (JSON.parse(readFileSync(note, 'utf8')) as { plan: WorldPlan; done: string[] })
    : null
  const done = known?.plan.seed === plan.seed ? known.done : []
  for (const [i, tenant] of tenants.entries()) {
    const size = plan.sizes[i]
    const sign = JSON.stringify(size)
    if (!size || done.includes(sign)) continue
    const began = performance.now()
    await fillTenant(admin, tenant, size.perPerson, plan.seed)
    await recountRollups(ground.services, mintTenantId(tenant.id))
    done.push(sign)
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(note, JSON.stringify({ plan, done }))
    say(
      `  ${tenant.people} people, ${tenant.courses} courses, ${tenant.records} assignments (${((performance.now() - began) / 1000).toFixed(0)} s)`,
    )
  }
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')

  const people = new Map<string, Promise<Person[]>>()
  const once = (key: string, make: () => Promise<Person[]>) => {
    const found = people.get(key) ?? make()
    people.set(key, found)
    return found
  }
  return {
    seed: plan.seed,
    tenants,
    superuserUrl,
    postmaster,
    folder: joined.folder,
    admin,
    ground,
    learners: (tenant) => once(`${tenant.id} learners`, () => openSessions(admin, tenant, 'learner', ACTIVE_LEARNERS)),
    admins: (tenant) => once(`${tenant.id} admins`, () => openSessions(admin, tenant, 'admin', ACTIVE_ADMINS)),
    crowd: (tenant, count) => openSessions(admin, tenant, 'learner', count),
    async close() {
      await ground.stop()
      await admin.end()
    },
  }
}

/** Like the product's own ids, in order of creation; the same for the same seed. */
export function idOf(kind: 'user' | 'course' | 'version' | 'step', tenantId: string, number: number, part = 0): string {
  const hash = createHash('md5').update(`${kind} ${tenantId}`).digest('hex')
  const digits = (number * 16 + part).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-8${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

/** The same in SQL, for a number expression. */
function idSql(kind: 'user' | 'course' | 'version' | 'step', tenantId: string, number: string, part = '0'): string {
  const tail = idOf(kind, tenantId, 0).slice(13)
  const digits = `lpad(to_hex((${number})::bigint * 16 + ${part}), 12, '0')`
  return `overlay(${digits} placing '-' from 9 for 0)::text::varchar || '${tail}'`
}

/** What a run-time call contains: one item, which reports its progress. */
export const packageItem = 'item_1'

async function fillTenant(admin: pg.Client, tenant: BenchTenant, perPerson: number, seed: number): Promise<void> {
  const { id, people, courses } = tenant
  const run = (text: string, values: unknown[] = []) => admin.query(text, values)
  const first = `'{${firstNames.join(',')}}'::text[]`
  const last = `'{${lastNames.join(',')}}'::text[]`
  const chance = (salt: string) => `(hashint8extended(n, ${seed}::bigint + ${hashOf(`${id} ${salt}`)}) & 2147483647)`
  const user = idSql('user', id, 'n')
  await run('begin')
  // The rows are complete and valid, so foreign keys need not be checked one by one.
  await run(`set local session_replication_role = replica`)
  await run(`set local synchronous_commit = off`)
  await run(`set local app.tenant_id = '${id}'`)
  await run(`delete from control.directory where tenant_id = '${id}'`)
  await run(`delete from control.sessions where tenant_id = '${id}'`)
  await run(`delete from control.users where email like '%@${id}.example'`)
  for (const { name } of (
    await run(`select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  ).rows as { name: string }[])
    await run(`delete from ${name} where tenant_id = '${id}'`)
  await run(`insert into control.tenants (id, name) values ('${id}', 'Bench ${people}') on conflict do nothing`)
  await run(
    `insert into control.teams (id, tenant_id, display_name) values ('${id}', '${id}', 'Bench ${people}') on conflict do nothing`,
  )
  await run(`create temp table crowd on commit drop as
    select n, (${user})::uuid as user_id, (${first})[1 + ${chance('first')} % ${firstNames.length}] as first_name,
      (${last})[1 + ${chance('last')} % ${lastNames.length}] || case when n % 7 = 0 then '-' || (${last})[1 + ${chance('second')} % ${lastNames.length}] else '' end as last_name,
      'p' || n || '@${id}.example' as email, case when n < ${ACTIVE_ADMINS} then '{admin}'::text[] else '{learner}'::text[] end as roles
    from generate_series(0::bigint, ${people - 1}) n`)
  await run(
    `insert into control.users (id, email, first_name, last_name) select user_id, email, first_name, last_name from crowd`,
  )
  await run(`insert into control.directory (user_id, team_id, tenant_id, status, roles, is_default, created_at)
    select user_id, '${id}', '${id}', 'active', roles, true, now() from crowd`)
  await run(
    `insert into control.credentials (user_id, password_hash) select user_id, $1 from crowd where n between ${ACTIVE_ADMINS} and ${ACTIVE_ADMINS + ACCOUNTS - 1} on conflict do nothing`,
    [await hashPassword(password)],
  )
  await run(`insert into memberships (tenant_id, id, user_id, team_id, roles, first_name, last_name, email, employee_id, position, loc1, div1, has_logged_in, created_at, updated_at)
    select '${id}', user_id || ':${id}', user_id, '${id}', roles, first_name, last_name, email, 'E' || lpad(n::text, 7, '0'), array['Position ' || ${chance('position')} % 40],
      array['Place ' || ${chance('place')} % 25], array['Division ' || ${chance('division')} % 8], true, now() - n * interval '1 minute', now()
    from crowd order by n`)

  await run(`create temp table shelf on commit drop as
    select n, (${idSql('course', id, 'n')})::uuid as course_id, (${idSql('version', id, 'n')})::uuid as version_id,
      (${first})[1 + ${chance('title')} % ${firstNames.length}] || ' ' || (${last})[1 + ${chance('word')} % ${lastNames.length}] || ' course ' || lpad(n::text, 6, '0') as title
    from generate_series(0::bigint, ${courses - 1}) n`)
  const stepList = Array.from({ length: STEPS }, (_, step) => {
    const common = `'title', 'Step ${step}', 'description', '', 'minutes', 5, 'id', ${idSql('step', id, 'n', String(step))}`
    return step === 0
      ? `jsonb_build_object(${common}, 'kind', 'scorm', 'packageId', '${idOf('step', id, 1_000_000)}', 'completion', '{"rule": "package"}'::jsonb)`
      : `jsonb_build_object(${common}, 'kind', 'page', 'completion', '{"rule": "view"}'::jsonb, 'html', repeat('<p>A page of a sample course.</p>', 20))`
  })
  await run(`insert into document_versions (tenant_id, id, document_id, number, content, created_at, published_at)
    select '${id}', version_id, course_id, 1, jsonb_build_object('title', title, 'description', 'What it is about.', 'category', 'Samples', 'tags', '[]'::jsonb,
      'imageFileId', null, 'sequential', false, 'courseIds', '[]'::jsonb,
      'sections', jsonb_build_array(jsonb_build_object('id', ${idSql('step', id, 'n', '15')}, 'title', 'Section', 'activities', jsonb_build_array(${stepList.join(', ')})))), now(), now() from shelf`)
  await run(`insert into course_activities (tenant_id, version_id, activity_id, document_id, place, kind, title)
    select v.tenant_id, v.id, (a.step ->> 'id')::uuid, v.document_id, a.place, a.step ->> 'kind', a.step ->> 'title' from document_versions v
    cross join lateral jsonb_array_elements(v.content -> 'sections' -> 0 -> 'activities') with ordinality a(step, place) where v.tenant_id = '${id}'`)
  await run(`insert into documents (tenant_id, id, title, description, category, status, status_rank, published_version_id, activity_count, minutes, revision, search_text, created_at, updated_at, published_at)
    select '${id}', course_id, title, 'What it is about.', 'Samples', 'published', 1, version_id, ${STEPS}, 30, 1, lower(title || ' samples'), now() - n * interval '1 hour', now(), now() from shelf order by n`)
  await run(
    `insert into files (tenant_id, id, sha256, size, name, content_type, purpose) values ('${id}', $1, repeat('0', 64), 1, 'sample.zip', 'application/zip', 'package')`,
    [idOf('step', id, 1_000_001)],
  )
  await run(
    `insert into packages (tenant_id, id, file_id, sha256, kind, edition, title, sco_count, item_count, entry_count, size, unpacked_size, organizations, entries)
     values ('${id}', $1, $2, repeat('0', 64), 'scorm12', '1.2', 'Sample package', 1, 1, 1, 1, 1, $3, '[]')`,
    [idOf('step', id, 1_000_000), idOf('step', id, 1_000_001), JSON.stringify([organization])],
  )

  // Everybody has a run of consecutive courses from their own starting point; four of ten are done, three begun.
  const offset = Math.max(1, Math.floor(GIVEN_COURSES / perPerson))
  await run(`insert into assignments (tenant_id, id, user_id, document_type, document_id, state, progress, score, seconds, activities_done, version_id, assigned_at, started_at, completed_at, due_at, due_day, last_activity_at)
    select '${id}', public.assignment_id('${id}', user_id, 'course', course_id, 0), user_id, 'course', course_id,
      case when luck < 4 then 'completed' when luck < 7 then 'inprogress' else 'notstarted' end, case when luck < 4 then 100 when luck < 7 then 33.33 else 0 end,
      case when luck < 4 then 70 + luck * 7 end, case when luck < 7 then 600 + luck else 0 end, case when luck < 4 then ${STEPS} when luck < 7 then 2 else 0 end,
      case when luck < 7 then version_id end, now() - interval '90 days', case when luck < 7 then now() - interval '60 days' end, case when luck < 4 then now() - interval '30 days' end,
      day + interval '1 day', day, case when luck < 7 then now() - luck * interval '1 day' - c.n * interval '1 minute' end
    from crowd c cross join generate_series(0, ${perPerson - 1}) k
    join shelf s on s.n = (c.n + k * ${offset}) % ${Math.min(GIVEN_COURSES, courses)}
    cross join lateral (select (c.n * 7 + k * 3 + ${seed}) % 10 as luck, ((now() at time zone 'UTC')::date + ((c.n * 13 + k * 17) % 120)::int - 30) as day) chosen`)
  await run(`insert into assignment_sources (tenant_id, assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at)
    select tenant_id, id, 'manual', id, user_id, user_id || ':${id}', false, assigned_at from assignments where tenant_id = '${id}'`)
  await run(`insert into activity_progress (tenant_id, assignment_id, activity_id, state, progress, seconds, started_at, completed_at, updated_at)
    select a.tenant_id, a.id, (${idSql('step', id, 's.n', '1 + k')})::uuid, 'completed', 100, 300, a.started_at, a.started_at, a.started_at
    from assignments a join shelf s on s.course_id = a.document_id cross join generate_series(0, 1) k where a.tenant_id = '${id}' and a.state = 'inprogress'`)
  await run('commit')
}

/** Open sessions of people with the role; their tokens are the same for the same seed. */
async function openSessions(
  admin: pg.Client,
  tenant: BenchTenant,
  role: 'learner' | 'admin',
  count: number,
): Promise<Person[]> {
  const firstNumber = role === 'admin' ? 0 : ACTIVE_ADMINS
  const people = Array.from({ length: Math.min(count, tenant.people - firstNumber) }, (_, i) => {
    const userId = idOf('user', tenant.id, firstNumber + i)
    return {
      userId,
      tenantId: tenant.id,
      token: createHash('sha256').update(`bench ${tenant.id} ${userId}`).digest('base64url'),
      sessionId: idOf('step', tenant.id, 2_000_000 + firstNumber + i),
    }
  })
  await admin.query(
    `insert into control.sessions (id, token_hash, user_id, tenant_id, team_id, proven_by, proven_tenant_id, expires_at)
     select id, token_hash, user_id, $1, $1, 'password', $1, now() + interval '1 day' from unnest($2::uuid[], $3::bytea[], $4::uuid[]) as s(id, token_hash, user_id)
     on conflict (id) do update set expires_at = excluded.expires_at, ended_at = null`,
    [
      tenant.id,
      people.map((person) => person.sessionId),
      people.map((person) => createHash('sha256').update(person.token).digest()),
      people.map((person) => person.userId),
    ],
  )
  return people
}

export interface OpenAttempt {
  readonly attemptId: string
  readonly token: string
  readonly person: Person
}

/** An attempt for each learner at the first step of one of their courses, with the token that its player would have. */
export async function openAttempts(
  world: World,
  tenant: BenchTenant,
  people: readonly Person[],
): Promise<OpenAttempt[]> {
  const { rows } = await world.admin.query(
    `select distinct on (a.user_id) a.user_id, a.id, a.document_id from assignments a where a.tenant_id = $1 and a.user_id = any ($2::uuid[]) and a.state = 'inprogress' order by a.user_id, a.id`,
    [tenant.id, people.map((person) => person.userId)],
  )
  const openings = []
  for (const row of rows as { user_id: string; id: string; document_id: string }[]) {
    const person = people.find((one) => one.userId === row.user_id)
    if (!person) continue
    const number = Number.parseInt(row.document_id.replaceAll('-', '').slice(0, 12), 16) / 16
    const attemptId = idOf('step', tenant.id, 3_000_000 + openings.length)
    openings.push({ attemptId, person, assignmentId: row.id, activityId: idOf('step', tenant.id, number) })
  }
  await world.admin.query(
    `delete from runtime_calls where tenant_id = $1; `.replace('$1', `'${tenant.id}'`) +
      `delete from attempt_scos where tenant_id = '${tenant.id}'; delete from attempts where tenant_id = '${tenant.id}'`,
  )
  await world.admin.query(
    `insert into attempts (tenant_id, id, assignment_id, activity_id, user_id, package_id, number, started_at, launched_at)
     select $1, id, assignment_id, activity_id, user_id, $6, 1, now(), now() from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[]) as s(id, assignment_id, activity_id, user_id)`,
    [
      tenant.id,
      openings.map((one) => one.attemptId),
      openings.map((one) => one.assignmentId),
      openings.map((one) => one.activityId),
      openings.map((one) => one.person.userId),
      idOf('step', tenant.id, 1_000_000),
    ],
  )
  return openings.map(({ attemptId, person }) => ({
    attemptId,
    person,
    token: makeLaunchToken(world.ground.services.secrets, {
      tenantId: mintTenantId(tenant.id),
      teamId: tenant.id,
      userId: person.userId,
      attemptId,
      packageId: idOf('step', tenant.id, 1_000_000),
      mode: 'normal',
      appOrigin: 'http://localhost',
      epoch: 1,
      sessionId: person.sessionId,
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
  }))
}

const controls = {
  choice: true,
  choiceExit: true,
  flow: true,
  forwardOnly: false,
  tracked: true,
  completionSetByContent: false,
  objectiveSetByContent: false,
}
const organization = {
  id: 'org',
  title: 'Sample package',
  controls,
  items: [
    {
      id: packageItem,
      title: 'Sample item',
      visible: true,
      href: 'index.html',
      type: 'sco',
      prerequisites: '',
      maxTimeAllowed: null,
      timeLimitAction: '',
      launchData: '',
      masteryScore: null,
      completionThreshold: null,
      controls,
      objectives: [],
      hide: [],
      children: [],
    },
  ],
}

function hashOf(text: string): number {
  return createHash('md5').update(text).digest().readUInt32BE()
}

const firstNames =
  'Ada Bruno Clara David Elena Farid Grace Hugo Irene Jonas Kira Layla Milan Nadia Oscar Paula Quinn Rosa Samir Tessa Umar Vera Walid Xenia Yusuf Zoe Amal Boris Chiara Dina'.split(
    ' ',
  )
const lastNames =
  'Abbott Barker Castillo Delgado Eriksen Fischer Gallagher Hassan Ivanova Jansen Kowalski Lindqvist Mahmoud Nakamura Okafor Petrov Quiroga Rossi Schneider Tanaka Ulrich Vasquez Weber Xanthos Yilmaz Zimmermann Ashworth Blackwood Carrington Dunmore Ellsworth Fairbanks Greenwood Holloway Ingersoll Jefferson Kingsley Lockwood Merriweather Northcott Osborne Pemberton Quimby Ravenscroft Stonebridge Thackeray Underhill Vandermeer Whitlock Yarborough'.split(
    ' ',
  )
