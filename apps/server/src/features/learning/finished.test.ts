import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenPublishedCourse, pageActivity } from '../../../test/given/courses.ts'
import { givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { type GivenPerson, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { recordProgress } from './commands/record-progress.ts'

const app = await testApp()

/** Where the rows of what follows are, and how each row is called in the list. */
const traces = {
  causes: `kind || coalesce(' ' || document_type, '')`,
  certificates: `document_type || coalesce(' until ' || valid_until, '')`,
  pointEntries: `kind || ' ' || amount || case when activity_id is null then '' else ' for a step' end`,
  badgeAwards: `kind`,
  notifications: `kind`,
  statements: `regexp_replace(verb, '.*/', '') || ' ' || split_part(object_id, '/', 6)`,
  outbox: `task`,
  liveEvents: `kind`,
} as const

/**
 * What the last transaction of the tenant wrote, in the order in which it did: PostgreSQL numbers the commands of a
 * transaction. Rows of one command are one line. The tasks for later stand behind everything else, in their order.
 */
async function listWritten(person: GivenPerson): Promise<string[]> {
  const parts = Object.entries(traces).map(([name, called]) => {
    const table = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return `select xmin::text::bigint as transaction, cmin::text::int as command, '${table}: ' || ${called} as what from ${table}`
  })
  const { rows } = await app.services.db.tenant(person.tenantId).read((tx) =>
    sql<{ what: string }>`
      with written as (${sql.raw(parts.join(' union all '))})
      select string_agg(what, ', ' order by what) as what from written where transaction = (select max(transaction) from written)
      group by what like 'outbox%', command order by what like 'outbox%', command`.execute(tx),
  )
  return rows.map((row) => row.what)
}

/** How the person's documents stand, and the notices that they have of them. */
async function listStanding(person: GivenPerson): Promise<string[]> {
  const { rows } = await app.services.db.tenant(person.tenantId).read((tx) =>
    sql<{ what: string }>`
      select d.title || ': ' || a.state || coalesce(' due ' || a.due_day, '') || case when a.waits_for is null then '' else ', waits' end as what
      from assignments a join documents d on d.id = a.document_id where a.user_id = ${person.userId}
      union all select kind || coalesce(' ' || (params ->> 'title'), '') from notifications where user_id = ${person.userId}
      order by 1`.execute(tx),
  )
  return rows.map((row) => row.what)
}

it('has everything follow from the last step of a course, each after what it goes by, and once', async () => {
  const tenant = await givenTenant(app, { settings: { rewards: true } })
  const learner = await givenPerson(app, tenant)
  const [first, second, third] = [
    await givenPublishedCourse(app, tenant, {
      title: 'First',
      activities: [pageActivity()],
      reset: { kind: 'timeframe', amount: 1, unit: 'year', opensBefore: 0, closesAfter: null, warnings: [] },
    }),
    await givenPublishedCourse(app, tenant, { title: 'Waits for the first', activities: [pageActivity()] }),
    await givenPublishedCourse(app, tenant, { title: 'Is due after the first', activities: [pageActivity()] }),
  ]
  const activityId = first.activities[0]?.id ?? ''
  const pathway = await givenPathway(app, tenant, { sections: [pathwaySection([pathwayStep(first.courseId)])] })
  const { body: template } = await app.call(tenant.admin, api.certificates.templates.create, { body: { title: 'T' } })
  const done = <T extends { problem: unknown }>(answer: T) => expect(answer.problem).toBeNull()
  const finished = [
    { documentType: 'course', documentId: first.courseId, validity: { kind: 'cycle' }, activityId },
    { documentType: 'pathway', documentId: pathway.id, validity: { kind: 'none' }, activityId: null },
  ] as const
  for (const { documentType, documentId, validity, activityId } of finished) {
    const params = { documentType, documentId }
    const rule = { templateId: template.id, validity, warnings: [] }
    done(await app.call(tenant.admin, api.certificates.rules.set, { params, body: rule }))
    const steps = activityId ? [{ activityId, amount: 3, repeats: 'once' as const }] : []
    const points = { amount: 10, repeats: 'once' as const, monthlyBudget: null, steps }
    done(await app.call(tenant.admin, api.points.changeRule, { params, body: points }))
  }
  for (const trigger of [
    { kind: 'finished', subject: 'any' },
    { kind: 'points', points: 23 },
  ]) {
    const badge = await app.call(tenant.admin, api.badges.create, { body: { title: trigger.kind } })
    const rule = { badgeId: badge.body.id, title: trigger.kind, trigger, countsFrom: null }
    done(await app.call(tenant.admin, api.badges.rules.create, { body: rule as never }))
  }
  await app.services.db
    .tenant(tenant.tenantId)
    .write((tx) =>
      sql`update documents set prerequisites = ${sql.val([first.courseId])}::uuid[] where id = ${second.courseId}`.execute(
        tx,
      ),
    )
  const body = {
    documentType: 'course' as const,
    documentId: third.courseId,
    title: 'Everybody',
    rule: { rule: {}, groups: [], everyone: true, audiences: [] },
    due: { kind: 'finish' as const, documentId: first.courseId, days: 7 },
  }
  done(await app.call(tenant.admin, api.permissions.create, { body }))
  for (const [documentType, documentId] of [
    ['course', second.courseId],
    ['pathway', pathway.id],
  ] as const)
    done(
      await app.call(tenant.admin, api.permissions.assign, {
        params: { documentType, documentId },
        body: { selection: { by: 'ids', ids: [learner.membershipId] }, isOptional: false },
      }),
    )
  await app.settle()

  const view = () =>
    app.call(learner, api.learning.progress, {
      params: { userCourseId: first.courseId, activityId },
      body: { event: 'view' },
    })
  done(await view())
  expect(await listWritten(learner)).toEqual([
    'causes: finished course',
    'certificates: course until 2027-11-19',
    'live_events: notification, notifications: certificateIssued',
    'causes: points, live_events: points, point_entries: earn 10',
    'badge_awards: finished, live_events: badge',
    'live_events: notification, notifications: badgeAwarded',
    'causes: points, live_events: points, point_entries: earn 3 for a step',
    'statements: completed activities, statements: completed courses, statements: initialized activities',
    'live_events: progress',
    'causes: finished pathway',
    'certificates: pathway',
    'live_events: notification, notifications: certificateIssued',
    'causes: points, live_events: points, point_entries: earn 10',
    'badge_awards: points, live_events: badge',
    'live_events: notification, notifications: badgeAwarded',
    'outbox: badges.mail',
    'outbox: permissions.recountDue',
    'outbox: badges.mail',
    'outbox: learning.describeFinished',
    'outbox: notifications.opened',
  ])
  await app.settle()
  // The window that comes second finds everything done.
  done(await view())
  expect(await listStanding(learner)).toEqual([
    'First: completed',
    'Is due after the first: notstarted due 2026-11-27',
    'Pathway: completed',
    'Waits for the first: notstarted',
    'badgeAwarded finished',
    'badgeAwarded points',
    'certificateIssued First',
    'certificateIssued Pathway',
    'courseAssigned Is due after the first',
    'courseAssigned Pathway',
    'documentFinished Pathway',
    'documentOpened Waits for the first',
  ])

  const ctx = contextOf(app, tenant.admin)
  const rows = await ctx.read((tx) =>
    tx.selectFrom('assignments').select('id').where('documentId', '=', first.courseId).execute(),
  )
  await ctx.write((tx) =>
    recordProgress(ctx, tx, {
      assignmentId: rows[0]?.id ?? '',
      activityId,
      state: 'inprogress',
      progress: 10,
      scorePercent: null,
      secondsAdded: 0,
      source: 'recompute',
    }),
  )
  expect(await listWritten(learner)).toEqual([
    'causes: voided course',
    'certificates: course until 2027-11-19',
    'live_events: notification, notifications: certificateRevoked',
    'causes: points, live_events: points, point_entries: reverse -10',
    'badge_awards: points',
    'live_events: notification, notifications: badgeRevoked',
    'causes: points, live_events: points, point_entries: reverse -3 for a step',
    'live_events: progress',
    'causes: voided pathway',
    'certificates: pathway',
    'live_events: notification, notifications: certificateRevoked',
    'causes: points, live_events: points, point_entries: reverse -10',
    'outbox: permissions.recountDue',
  ])
  await app.settle()
  expect(await listStanding(learner)).toEqual([
    'First: inprogress',
    'Is due after the first: notstarted',
    'Pathway: inprogress',
    'Waits for the first: notstarted, waits',
    'badgeAwarded finished',
    'badgeAwarded points',
    'badgeRevoked points',
    'certificateIssued First',
    'certificateIssued Pathway',
    'certificateRevoked First',
    'certificateRevoked Pathway',
    'courseAssigned Is due after the first',
    'courseAssigned Pathway',
    'documentFinished Pathway',
    'documentOpened Waits for the first',
  ])
})
