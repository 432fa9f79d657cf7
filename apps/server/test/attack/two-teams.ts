import { newField } from '@learnt/contract/forms/new-form'
import type { Role } from '@learnt/contract/roles'
import type pg from 'pg'
import { json } from '../../src/platform/db/database.ts'
import { deterministicId, newId } from '../../src/platform/ids.ts'
import { sessionCookieName } from '../../src/platform/session/token.ts'
import type { TestApp } from '../app.ts'
import { givenAssignment } from '../given/assignments.ts'
import { givenFile, givenPublishedCourse, pageActivity, section } from '../given/courses.ts'
import { givenEvent, sessionIn } from '../given/events.ts'
import { givenForm, givenSubmissions } from '../given/forms.ts'
import { type GivenPerson, givenPerson, givenTeam } from '../given/people.ts'
import { beginUpload, uploadBytes } from '../given/uploads.ts'
import { givenWorld, type World } from '../given/world.ts'
import { idsOf, type KnownId } from './requests.ts'

/** A person with a role, but without the right to any person of the world. */
export interface Insider {
  readonly name: string
  readonly person: GivenPerson
  readonly roles: readonly Role[]
  readonly headers: Record<string, string>
  /** Ids of the attacker's own, of the same kinds as the world's ids that are out of reach. */
  readonly own: ReadonlyMap<string, string>
}

/**
 * A world seen from inside: the learner, their colleagues and their manager, and six people who have no right to them.
 */
export interface TwoTeams {
  readonly world: World
  readonly insiders: readonly Insider[]
  /** What none of the six may reach. */
  readonly ids: readonly KnownId[]
  /** Part of every text that belongs only to those people. */
  readonly personal: string
  /** Names of those people. */
  readonly named: string
  /** What the manager made for the manager's people. */
  readonly managed: string
  /** Ids of those people. */
  readonly people: readonly string[]
  /** Addresses and ids, which reveal as much as a text. */
  readonly secrets: readonly string[]
  /** The membership that the self-named manager created. */
  readonly joinedTeamId: string
}

/** Tables whose rows name people without belonging to them. */
export const shared = [
  'documents',
  'document_versions',
  'events',
  'event_sessions',
  'audit_entries',
  'audit_payloads',
  'audit_pending',
  'audit_seals',
  'audit_heads',
  'outbox',
  'live_events',
  'idempotency_keys',
  'rewards',
  'badges',
  'badge_versions',
  'badge_rules',
  'certificate_templates',
  'certificate_template_versions',
  'custom_fields',
  'audiences',
  'permissions',
  'point_rules',
]

export async function givenTwoTeams(app: TestApp, owner: pg.Client): Promise<TwoTeams> {
  const world = await givenWorld(app)
  const { mark, tenantId, learner } = world
  const tenant = { tenantId, teamId: world.teamId, admin: world.admin }
  const [personal, named, managed] = ['personal', 'named', 'managed'].map((word) => `${word}${tenantId}`) as [
    string,
    string,
    string,
  ]
  const now = app.services.clock.now()
  const colleague = (lastName: string) =>
    givenPerson(app, tenant, {
      firstName: mark,
      lastName,
      custom1: [`${mark} field`],
      managers: [world.manager.userId],
    })
  const [waiting, leaving, asking, coming] = [
    await colleague('Waiting'),
    await colleague('Leaving'),
    await colleague('Asking'),
    await colleague('Coming'),
  ]
  const theirs = [learner, waiting, leaving, asking, coming]

  // The attackers, and what they own.
  const near = await givenPerson(
    app,
    { tenantId, teamId: world.teamAdmin.teamId },
    { firstName: 'Near', lastName: 'By' },
  )
  const fellow = await givenPerson(app, tenant, { firstName: 'Fellow', lastName: 'Learner' })
  const facilitator = await givenPerson(app, tenant, { firstName: 'Fay', lastName: 'Facilitator' })
  const assessor = await givenPerson(app, tenant, { firstName: 'Alex', lastName: 'Assessor' })
  const joinedTeamId = await givenTeam(app, tenant)
  const selfNamed = await givenPerson(
    app,
    { tenantId, teamId: joinedTeamId },
    { firstName: 'Sam', lastName: 'Selfnamed', roles: ['admin', 'manager'] },
  )
  for (const { userId, email } of theirs)
    await givenPerson(app, tenant, {
      userId,
      email,
      teamId: joinedTeamId,
      firstName: 'Known',
      lastName: 'Already',
      managers: [selfNamed.userId],
    })

  const activities = [pageActivity()]
  const course = await givenPublishedCourse(app, tenant, { sections: [section(activities)] })
  const form = await givenForm(app, tenant, [newField('shortText', 'Near')], {
    title: 'Form near by',
    settings: { assessors: { managers: false, administrators: true, people: [assessor.userId], second: false } },
  })
  const eventSessionId = newId()
  const event = await givenEvent(app, tenant, {
    title: 'Event near by',
    sessions: [sessionIn(app, 0.5, { id: eventSessionId, facilitators: [facilitator.userId] })],
    people: [near, fellow],
  })
  const given = new Map<string, { userCourseId: string; submissionId: string; submittedId: string }>()
  for (const person of [near, fellow, facilitator, assessor]) {
    const userCourseId = await givenAssignment(app, person, course.courseId)
    given.set(person.userId, { userCourseId, ...(await givenSubmissions(app, person, form.id)) })
  }

  // Adds data to the people of the standard world.
  const answerFile = await givenFile(app, tenant, {
    name: `${mark} answer.pdf`,
    contentType: 'application/pdf',
    purpose: 'answer',
    bytes: Buffer.from(`%PDF-1.4 ${mark} answer`),
  })
  const [adopted, begun] = [
    await uploadBytes(app, learner, Buffer.from(`${personal} upload`), `${personal}.txt`),
    await beginUpload(app, learner, { size: 10 }),
  ]
  await app.services.db.tenant(tenantId).write(async (tx) => {
    await tx.updateTable('files').set({ createdBy: learner.userId }).where('id', '=', answerFile.fileId).execute()
    await tx
      .updateTable('memberships')
      .set({ custom1: [`${mark} field`], phone: `${mark} phone`, rewardPointsCount: 5 })
      .where('userId', '=', learner.userId)
      .where('teamId', '=', tenant.teamId)
      .execute()
    await tx
      .insertInto('customFields')
      .values({
        field: 'custom1',
        names: json({ en: 'Contract' }),
        kind: 'text',
        personAccess: 'edit',
        managerAccess: 'edit',
        administratorAccess: 'edit',
        place: 1,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    // Assigned through the membership in the attacker's team, as an administrator there would.
    await tx
      .updateTable('assignmentSources')
      .set({ membershipId: learner.membershipId })
      .where('userId', '=', learner.userId)
      .where('membershipId', 'is', null)
      .execute()
    const seats = [
      [learner, 'attending'],
      [leaving, 'cancellation'],
      [waiting, 'waiting'],
      [asking, 'registration'],
    ] as const
    await tx
      .insertInto('registrations')
      .values(
        seats.map(([person, state], at) => ({
          id: deterministicId('registration', tenantId, world.event.id, person.userId),
          eventId: world.event.id,
          userId: person.userId,
          membershipId: person.membershipId,
          state,
          number: at + 1,
          since: now,
          registeredAt: now,
          note: `${mark} seat`,
        })),
      )
      .execute()
    await tx
      .updateTable('events')
      .set({ held: 2, waiting: 1, lastNumber: 4 })
      .where('id', '=', world.event.id)
      .execute()
    await tx
      .insertInto('registrations')
      .values(
        [near, fellow].map((person, at) => ({
          id: deterministicId('registration', tenantId, event.id, person.userId),
          eventId: event.id,
          userId: person.userId,
          membershipId: person.membershipId,
          state: 'attending' as const,
          number: at + 1,
          since: now,
          registeredAt: now,
        })),
      )
      .execute()
    await tx.updateTable('events').set({ held: 2, lastNumber: 2 }).where('id', '=', event.id).execute()
    await tx
      .insertInto('eventScans')
      .values({
        id: newId(),
        eventId: world.event.id,
        sessionId: world.eventSessionId,
        userId: asking.userId,
        result: 'noSeat',
        scannedAt: now,
        receivedAt: now,
        byUser: asking.userId,
      })
      .execute()
    await tx
      .insertInto('answers')
      .values(
        [world.submissionId, world.submittedId, world.approvalId].map((submissionId) => ({
          submissionId,
          field: 'k1',
          value: json(`${mark} answered`),
          revision: 1,
          savedIn: 'w1',
          savedAt: now,
        })),
      )
      .execute()
    await tx
      .insertInto('ratings')
      .values({
        assignmentId: world.userCourseId,
        documentId: world.courseId,
        userId: learner.userId,
        stars: 4,
        comment: `${mark} rating`,
        ratedAt: now,
        updatedAt: now,
      })
      .execute()
    await tx
      .insertInto('dueExtensions')
      .values({
        id: newId(),
        assignmentId: world.userCourseId,
        userId: learner.userId,
        fromDay: '2026-12-01',
        toDay: '2026-12-11',
        dueAt: now,
        reason: `${mark} ill`,
        extendedBy: world.manager.userId,
        extendedAt: now,
      })
      .execute()
    await tx
      .insertInto('pointEntries')
      .values({
        id: newId(),
        membershipId: learner.membershipId,
        place: 1,
        userId: learner.userId,
        teamId: learner.teamId,
        kind: 'adjust',
        amount: 5,
        balance: 5,
        key: 'given',
        reason: `${mark} points`,
        createdAt: now,
      })
      .execute()
    await tx
      .insertInto('eraseRequests')
      .values({ userId: learner.userId, teamId: learner.teamId, reason: `${mark} leave`, askedAt: now })
      .execute()
    await tx
      .insertInto('mails')
      .values({
        id: newId(),
        kind: 'general',
        recipient: learner.email,
        subject: `${mark} mail`,
        textBody: `${mark} mail`,
        htmlBody: `${mark} mail`,
        state: 'sent',
        userId: learner.userId,
        teamId: learner.teamId,
      } as never)
      .execute()
  })
  await app.settle()

  const people = [...theirs, world.manager]
  const secretIds = await markTheirs(owner, {
    tenantId,
    mark,
    personal,
    people: people.map(({ userId }) => userId),
    managed,
    managerForm: world.managerForm.id,
  })
  await begin(owner, tenantId)
  for (const [who, name] of [
    [theirs, named],
    // Who made a document, or leads people, is not secret.
    [[world.manager], mark],
  ] as const) {
    const those = who.map(({ userId }) => userId)
    await owner.query(
      `update memberships set first_name = $3 where tenant_id = $1 and user_id = any ($2) and team_id <> $4`,
      [tenantId, those, name, joinedTeamId],
    )
    await owner.query(`update control.users set first_name = $2 where id = any ($1)`, [those, name])
  }
  await owner.query('commit')

  const wearing = (person: GivenPerson) => ({ cookie: `${sessionCookieName(app.services.settings)}=${person.token}` })
  const insider = (
    name: string,
    person: GivenPerson,
    roles: Role[],
    own: Record<string, string | undefined>,
  ): Insider => ({
    name,
    person,
    roles,
    headers: wearing(person),
    own: new Map(Object.entries(own).filter((one): one is [string, string] => one[1] !== undefined)),
  })
  const documentsNear = {
    [world.courseId]: course.courseId,
    [world.activityId]: activities[0]?.id,
    [world.form.id]: form.id,
    [world.event.id]: event.id,
    [world.eventSessionId]: eventSessionId,
  }
  const ofOne = (person: GivenPerson, theirOwn: GivenPerson = person) => ({
    [learner.userId]: person.userId,
    [learner.membershipId]: person.membershipId,
    [learner.email]: person.email,
    [world.userCourseId]: given.get(theirOwn.userId)?.userCourseId,
    [world.submissionId]: given.get(theirOwn.userId)?.submissionId,
    [world.submittedId]: given.get(theirOwn.userId)?.submittedId,
  })
  const insiders = [
    insider('administrator of another team', world.teamAdmin, ['admin'], ofOne(near)),
    insider('manager of nobody', world.otherManager, ['manager'], {
      [learner.userId]: world.otherManager.userId,
      [learner.membershipId]: world.otherManager.membershipId,
    }),
    insider('self-named manager', selfNamed, ['admin', 'manager'], {
      [learner.membershipId]: `${learner.userId}:${joinedTeamId}`,
    }),
    insider('facilitator', facilitator, ['learner'], { ...documentsNear, ...ofOne(near, facilitator) }),
    insider('fellow learner', fellow, ['learner'], { ...documentsNear, ...ofOne(fellow) }),
    insider('assessor', assessor, ['learner'], {
      ...documentsNear,
      ...ofOne(assessor),
      [learner.userId]: near.userId,
      [world.submittedId]: given.get(near.userId)?.submittedId,
    }),
  ]
  const ids: KnownId[] = [
    ...(await idsOf(app, world, [])),
    ...[waiting, leaving, asking, coming].map(
      ({ userId }): KnownId => ({ kind: 'user', spelling: 'uuid', id: userId }),
    ),
    { kind: 'answer file', spelling: 'uuid', id: answerFile.fileId },
    { kind: 'form of a manager', spelling: 'uuid', id: world.managerForm.id },
    { kind: 'event', spelling: 'uuid', id: world.event.id },
    { kind: 'form', spelling: 'uuid', id: world.form.id },
    { kind: 'pathway', spelling: 'uuid', id: world.pathway.id },
    { kind: 'upload', spelling: 'upload', id: adopted },
    { kind: 'upload', spelling: 'upload', id: begun.split('/').at(-1) ?? '' },
  ]
  return {
    world,
    insiders,
    ids,
    personal,
    named,
    managed,
    people: people.map(({ userId }) => userId),
    secrets: [...theirs.map(({ email }) => email), ...secretIds],
    joinedTeamId,
  }
}

/**
 * Adds the mark to every text of each row that names one of these people, or names such a row. It goes through all
 * tables, so new tables are included. Returns the ids of those rows.
 */
async function markTheirs(
  owner: pg.Client,
  of: {
    tenantId: string
    mark: string
    personal: string
    people: readonly string[]
    managed: string
    managerForm: string
  },
): Promise<string[]> {
  tables ??= (
    await owner.query<{ name: string; sets: string | null; hasId: boolean }>(
      `select c.table_name as name, bool_or(c.column_name = 'id' and c.data_type = 'uuid') as "hasId",
         string_agg(case when c.is_generated = 'NEVER' and c.column_name not in ('id', 'position') and c.data_type in ('text', 'jsonb', 'ARRAY')
           then format('%1$I = replace(%1$I::text, %%1$s, %%2$s)::%2$s', c.column_name, case when c.data_type = 'ARRAY' then substr(c.udt_name, 2) || '[]' else c.data_type end) end, ', ') as sets
       from information_schema.columns c join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
       where c.table_schema = 'public' and c.column_name <> 'tenant_id' and not c.table_name = any ($1)
         and exists (select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'tenant_id')
       group by 1`,
      [shared],
    )
  ).rows
  const { escapeLiteral } = owner
  const [mark, personal] = [escapeLiteral(of.mark), escapeLiteral(of.personal)]
  const found = new Set<string>()
  let looked = of.people
  await begin(owner, of.tenantId)
  for (let round = 0; round < 2; round++) {
    const those = `t.tenant_id = ${escapeLiteral(of.tenantId)} and t::text like any (array[${looked.map((id) => escapeLiteral(`%${id}%`))}])`
    const work = tables.map(({ name, sets, hasId }) => {
      const id = hasId ? 'id' : 'null'
      return sets
        ? `update ${name} t set ${sets.replaceAll('%1$s', mark).replaceAll('%2$s', personal)} where ${those} returning ${id} as id`
        : `select ${id} as id from ${name} t where ${those}`
    })
    // One round trip for all of them, because every world does this.
    const results = (await owner.query(work.join(';\n'))) as unknown as pg.QueryResult<{ id: string | null }>[]
    looked = results.flatMap(({ rows }) => rows.flatMap(({ id }) => (id && !found.has(id) ? [id] : [])))
    for (const id of looked) found.add(id)
  }
  // What a manager makes is visible to the manager's people only.
  for (const [table, sets] of [
    ['documents', `title = replace(title, $2, $3), description = replace(description, $2, $3)`],
    ['document_versions', `content = replace(content::text, $2, $3)::jsonb`],
  ])
    await owner.query(`update ${table} t set ${sets} where tenant_id = $1 and t::text like $4`, [
      of.tenantId,
      of.mark,
      of.managed,
      `%${of.managerForm}%`,
    ])
  await owner.query('commit')
  return [...found]
}

/** The tables, with the statement that marks all texts of a row. */
let tables: { name: string; sets: string | null; hasId: boolean }[] | null = null

/** Bound to a tenant and by key, because there are many tenants and no statistics. */
async function begin(owner: pg.Client, tenantId: string): Promise<void> {
  await owner.query(`begin; set local enable_seqscan = off`)
  await owner.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
}

/** Whole rows that name one of these ids, by table. */
export type TheirRows = ReadonlyMap<string, ReadonlySet<string>>

let statement: string | null = null

/** All rows of a tenant's tables that name these people or rows of theirs, without those of the attacker's team. */
export async function rowsOf(
  owner: pg.Client,
  of: { tenantId: string; ids: readonly string[]; butTeamId: string },
): Promise<TheirRows> {
  if (statement === null) {
    const { rows } = await owner.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE' and not c.table_name = any ($1) order by 1`,
      [unwatched],
    )
    statement = rows
      .map(
        ({ name }) =>
          `select '${name}' as name, to_jsonb(t)::text as row from ${name} t where tenant_id = $1 and t::text like any ($2::text[]) and t::text not like $3`,
      )
      .join('\nunion all\n')
  }
  await begin(owner, of.tenantId)
  const { rows } = await owner.query<{ name: string; row: string }>(statement, [
    of.tenantId,
    of.ids.map((id) => `%${id}%`),
    `%${of.butTeamId}%`,
  ])
  await owner.query('rollback')
  const found = new Map<string, Set<string>>()
  for (const { name, row } of rows) found.set(name, (found.get(name) ?? new Set()).add(row))
  return found
}

/** Logs, and tables that are queues or computed from other rows. */
const unwatched = [
  'audit_entries',
  'audit_payloads',
  'audit_pending',
  'audit_seals',
  'audit_heads',
  'outbox',
  'live_events',
  'idempotency_keys',
  'analytics_events',
  // These tables store what was sent to them.
  'jobs',
]
