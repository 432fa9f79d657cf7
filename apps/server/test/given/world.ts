import { Readable } from 'node:stream'
import { listOperations } from '@learnt/contract'
import type { CourseContent } from '@learnt/contract/courses'
import type { Endpoint } from '@learnt/contract/endpoint'
import { newEvent } from '@learnt/contract/events/content'
import { newField, newForm, newPage } from '@learnt/contract/forms/new-form'
import { sampleQuestion } from '@learnt/contract/forms/questions'
import { sql } from 'kysely'
import { eventKind } from '../../src/features/events/kind.ts'
import { formKind } from '../../src/features/forms/kind.ts'
import { emptyLearningPackage, learningPackageKind } from '../../src/features/learning-packages/kind.ts'
import { emptyPathway, pathwayKind } from '../../src/features/pathways/kind.ts'
import { newResource, resourceKind } from '../../src/features/resources/kind.ts'
import { json } from '../../src/platform/db/database.ts'
import { deterministicId, newId } from '../../src/platform/ids.ts'
import { putCalendar } from '../../src/platform/tenant/calendar.ts'
import { mintTenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import { givenActing } from './acting.ts'
import { givenAssignment } from './assignments.ts'
import { givenAward } from './badges.ts'
import { givenPassword, goodPassword } from './browsers.ts'
import { givenCertificate } from './certificates.ts'
import {
  eventActivity,
  formActivity,
  givenFile,
  givenPublishedCourse,
  pageActivity,
  scormActivity,
  section,
} from './courses.ts'
import { givenDocument } from './documents.ts'
import { givenEvent, putInForce, sessionIn } from './events.ts'
import { givenStoredFactors } from './factors.ts'
import { feedOptions } from './feeds.ts'
import { givenApproval, givenForm, givenQuestion, givenSubmissions } from './forms.ts'
import { givenManagerRule } from './manager-rules.ts'
import { givenPackage } from './packages.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from './people.ts'
import { givenStoredProvider } from './providers.ts'
import { givenOffer, givenRequest } from './requests.ts'
import { givenRewards } from './rewards.ts'
import { givenScimToken } from './scim.ts'

/** A tenant with one of everything, its texts marked, so that a leak is seen in any answer. */
export interface World extends GivenTenant {
  /** Stands in every name and title of this tenant. */
  readonly mark: string
  readonly learner: GivenPerson
  readonly manager: GivenPerson
  /** Of nobody. */
  readonly otherManager: GivenPerson
  /** An administrator of another team of the same tenant. */
  readonly teamAdmin: GivenPerson
  readonly superadmin: GivenPerson
  /** Another tenant with nobody in it, for superadministrators to change, close and delete. */
  readonly spareTenantId: string
  readonly spareTeamId: string
  readonly spareDomain: string
  /** Had an open session when the status changed. */
  readonly suspended: GivenPerson
  readonly courseId: string
  readonly draftId: string
  readonly archivedId: string
  readonly content: CourseContent
  readonly activityId: string
  /** A step of the course with a package. */
  readonly packageStepId: string
  readonly formStepId: string
  readonly eventStepId: string
  /** A course that the learner is offered on request, and their open request for another one. */
  readonly offeredId: string
  readonly requestId: string
  /** The learner's for the course, with its template; and one that they earned elsewhere. */
  readonly templateId: string
  readonly certificateId: string
  readonly outsideId: string
  /** A manager rule that matches nobody. */
  readonly managerRuleId: string
  readonly scimTokenId: string
  /** A badge with a rule that gives it, and an award of the learner's. */
  readonly badgeId: string
  readonly ruleId: string
  readonly awardId: string
  /** A reward that the learner has ordered, one that nobody has, and the order. */
  readonly rewardId: string
  readonly spareRewardId: string
  readonly orderId: string
  readonly fileId: string
  /** A finished copy of the learner's data. */
  readonly exportId: string
  readonly packageFileId: string
  readonly packageId: string
  readonly permissionId: string
  readonly userCourseId: string
  readonly jobId: string
  /** A run of the feed that was checked. */
  readonly runId: string
  readonly viewId: string
  /** The manager's, with a view of their own; the administrator receives it. */
  readonly scheduleId: string
  readonly reportViewId: string
  readonly noteId: string
  readonly entryId: string
  readonly notificationId: string
  readonly attemptId: string
  readonly sessionId: string
  /** Of the learner, beside an authenticator app; another app waits for its first code. */
  readonly passkeyId: string
  /** Of the tenant's own team; it knows the learner. */
  readonly providerId: string
  readonly identityId: string
  readonly pendingCode: string
  readonly pathway: { id: string; draftId: string; archivedId: string; stepId: string; waivedStepId: string }
  readonly learningPackage: { id: string; draftId: string; archivedId: string }
  readonly resource: { id: string; draftId: string; archivedId: string }
  readonly form: { id: string; draftId: string; archivedId: string }
  readonly event: { id: string; draftId: string; archivedId: string }
  readonly eventSessionId: string
  readonly roomId: string
  readonly managerForm: { id: string; draftId: string; archivedId: string }
  readonly questionId: string
  /** An observation that the learner has and an assessor fills in. */
  readonly observedId: string
  /** The learner's: one under way, one that waits for marks. */
  readonly submissionId: string
  readonly submittedId: string
  /** Another of theirs that waits for the manager's approval, and a stand-in of the manager's. */
  readonly approvalId: string
  readonly standInId: string
  /** An administrator whose session acts as the learner, writing too. */
  readonly acting: GivenPerson
}

export async function givenWorld(app: TestApp): Promise<World> {
  const tenant = await givenTenant(app, {
    settings: { rewards: true, showSelfRegistration: true, impersonationMayWrite: true },
  })
  const mark = `secret${tenant.tenantId}`
  const named = (lastName: string) => ({ firstName: mark, lastName, position: [`${mark}-chef`] })
  const superadmin = await givenPerson(app, tenant, { ...named('Super'), roles: ['superadmin'] })
  const manager = await givenPerson(app, tenant, { ...named('Manager'), roles: ['manager'] })
  const otherManager = await givenPerson(app, tenant, { ...named('Elsewhere'), roles: ['manager'] })
  const learner = await givenPerson(app, tenant, { ...named('Learner'), managers: [manager.userId] })
  await givenPassword(app, learner)
  const teamAdmin = await givenPerson(
    app,
    { ...tenant, teamId: await givenTeam(app, tenant) },
    { ...named('Team'), roles: ['admin'] },
  )
  const suspended = await givenPerson(app, tenant, { ...named('Suspended'), roles: ['admin', 'manager', 'superadmin'] })
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx.updateTable('memberships').set({ status: 'inactive' }).where('id', '=', suspended.membershipId).execute()
  })
  // The directory alone changes here, so that the session itself stays: the status must be asked for on each request.
  await app.services.db
    .tenant(tenant.tenantId)
    .write((tx) =>
      sql`select control.put_directory(${suspended.userId}, ${suspended.teamId}, 'sick leave', ${['admin', 'manager', 'superadmin']}, '', ${app.services.clock.now()})`.execute(
        tx,
      ),
    )

  const spare = await givenSpareTenant(app, mark)
  const { fileId } = await givenFile(app, tenant, {
    name: `${mark}.pdf`,
    contentType: 'application/pdf',
    purpose: 'document',
    bytes: Buffer.from(`%PDF-1.4 ${mark}`),
  })
  const exportId = newId()
  const bytes = await app.services.files.put(tenant.tenantId, Readable.from([Buffer.from(`${mark} data`)]))
  const { packageId, fileId: packageFileId } = await givenPackage(app, tenant)
  const { providerId, identityId } = await givenStoredProvider(app, tenant, learner, mark)
  const factors = await givenStoredFactors(app, learner, `${mark} key`)
  const stepForm = await givenForm(app, tenant, [newField('shortText', `${mark} question`)], {
    title: `${mark} form of a step`,
  })
  const stepEvent = await givenEvent(app, tenant, { title: `${mark} event of a step` })
  const activities = [
    pageActivity({ title: `${mark} page`, html: `<p>${mark}</p>` }),
    scormActivity({ title: `${mark} package`, packageId }),
    formActivity({ title: `${mark} form in a course`, formId: stepForm.id }),
    eventActivity({ title: `${mark} event in a course`, eventId: stepEvent.id }),
  ]
  const course = await givenPublishedCourse(app, tenant, {
    title: `${mark} course`,
    description: mark,
    category: `${mark}-category`,
    tags: [`${mark}-tag`],
    sections: [section(activities, `${mark} section`)],
  })
  const draft = await givenPublishedCourse(app, tenant, { title: `${mark} other` })
  const archived = await givenPublishedCourse(app, tenant, { title: `${mark} archived` })
  const documents = await givenDocuments(app, tenant, mark, {
    courseId: course.courseId,
    otherId: draft.courseId,
    managerId: manager.userId,
  })
  await givenAssignment(app, learner, documents.resource.id, { type: 'resource' })
  await givenAssignment(app, learner, documents.event.id, { type: 'event' })
  const submissions = await givenSubmissions(app, learner, documents.form.id)
  const questionId = await givenQuestion(app, tenant, sampleQuestion(mark), {
    category: `${mark}-bank`,
    tags: [`${mark}-tag`],
  })
  const approval = await givenApproval(app, learner, manager, `${mark} application`)
  const observed = await givenForm(app, tenant, [newField('shortText', `${mark} seen`)], {
    kind: 'observation',
    title: `${mark} observation`,
    settings: { filledBy: 'assessor' },
  })
  await givenAssignment(app, learner, observed.id, { type: 'form' })
  const offered = await givenOffer(app, learner, `${mark} offer`)
  const asked = await givenOffer(app, learner, `${mark} wish`)
  const requestId = await givenRequest(app, learner, asked.courseId, { note: `${mark} please` })
  const activityId = activities[0]?.id as string
  const packageStepId = activities[1]?.id as string
  const formStepId = activities[2]?.id as string
  const eventStepId = activities[3]?.id as string

  const permissionId = newId()
  // As production creates it: assigning the same course again must find this row.
  const userCourseId = deterministicId('assignment', tenant.tenantId, learner.userId, 'course', course.courseId, '0')
  const [jobId, runId] = [newId(), newId()]
  const viewId = newId()
  const [scheduleId, reportViewId] = [newId(), newId()]
  const noteId = newId()
  const entryId = newId()
  const notificationId = newId()
  const attemptId = newId()
  const now = app.services.clock.now()
  const pathwayAssignmentId = deterministicId(
    'assignment',
    tenant.tenantId,
    learner.userId,
    'pathway',
    documents.pathway.id,
    '0',
  )
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx
      .insertInto('assignments')
      .values({
        id: pathwayAssignmentId,
        userId: learner.userId,
        documentType: 'pathway',
        documentId: documents.pathway.id,
        assignedAt: now,
      })
      .execute()
    await tx
      .insertInto('assignmentSources')
      .values({
        assignmentId: pathwayAssignmentId,
        kind: 'manual',
        sourceId: pathwayAssignmentId,
        userId: learner.userId,
        membershipId: learner.membershipId,
        isOptional: false,
        grantedAt: now,
      })
      .execute()
    await tx
      .insertInto('stepWaivers')
      .values({
        assignmentId: pathwayAssignmentId,
        stepId: documents.pathway.waivedStepId,
        userId: learner.userId,
        reason: `${mark} done elsewhere`,
        waivedBy: tenant.admin.userId,
        waivedAt: now,
      })
      .execute()
    await tx
      .updateTable('documents')
      .set({ status: 'archived', statusBefore: 'published', statusRank: 6 })
      .where('id', '=', archived.courseId)
      .execute()
    await tx
      .insertInto('permissions')
      .values({
        id: permissionId,
        documentType: 'course',
        documentId: course.courseId,
        title: `${mark} rule`,
        rule: json({ rule: { position: [`${mark}-chef`] }, groups: [], everyone: false }),
        fields: ['position'],
      })
      .execute()
    await tx
      .insertInto('assignments')
      .values({
        id: userCourseId,
        userId: learner.userId,
        documentType: 'course',
        documentId: course.courseId,
        assignedAt: now,
        versionId: course.versionId,
      })
      .execute()
    await tx
      .insertInto('assignmentSources')
      .values({
        assignmentId: userCourseId,
        kind: 'rule',
        sourceId: permissionId,
        userId: learner.userId,
        membershipId: learner.membershipId,
        isOptional: false,
        grantedAt: now,
      })
      .execute()
    await tx
      .insertInto('jobs')
      .values({
        id: jobId,
        kind: 'courses.bulk',
        subject: `${mark} job`,
        state: 'failed',
        createdBy: learner.userId,
        actor: json({ userId: learner.userId, teamId: learner.teamId, locale: 'en' }),
        expiresAt: new Date(now.getTime() + 86_400_000),
      })
      .execute()
    await tx
      .insertInto('feedRuns')
      .values({
        id: runId,
        teamId: tenant.teamId,
        state: 'checked',
        source: 'upload',
        fileName: `${mark}.csv`,
        fileSize: 0,
        sha256: '',
        options: json(feedOptions),
        createdBy: superadmin.userId,
        createdAt: now,
        checkedAt: now,
      })
      .execute()
    await tx
      .insertInto('dataExports')
      .values({
        id: exportId,
        userId: learner.userId,
        state: 'ready',
        jobId: exportId,
        askedAt: now,
        sha256: bytes.sha256,
        size: bytes.size,
        readyAt: now,
        expiresAt: new Date(now.getTime() + 86_400_000),
      })
      .execute()
    await tx
      .insertInto('quickNotes')
      .values({ id: noteId, userId: learner.userId, text: `${mark} note` })
      .execute()
    await tx
      .insertInto('personalEntries')
      .values({
        id: entryId,
        userId: learner.userId,
        title: `${mark} entry`,
        timeZone: 'UTC',
        startsAt: now,
        endsAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await tx
      .insertInto('notifications')
      .values({
        id: notificationId,
        userId: learner.userId,
        kind: 'courseAssigned',
        key: 'given',
        params: json({ courseId: learner.userId, title: `${mark} notice`, dueDay: null, isBundle: false }),
        createdAt: now,
      })
      .execute()
    await tx
      .insertInto('savedViews')
      .values({ id: viewId, userId: learner.userId, list: 'courses', name: `${mark} view`, query: 'search=x' })
      .execute()
    await tx
      .insertInto('savedViews')
      .values({ id: reportViewId, userId: manager.userId, list: 'report-learners', name: `${mark} report`, query: '' })
      .execute()
    await tx
      .insertInto('schedules')
      .values({
        id: scheduleId,
        ownerId: manager.userId,
        teamId: manager.teamId,
        viewId: reportViewId,
        rhythm: 'daily',
        dayTime: '07:30',
        zone: 'UTC',
        shows: 'now',
        // Never due here: schedules are tested beside their feature.
        nextAt: new Date('2099-01-01T07:30:00Z'),
        createdAt: now,
      })
      .execute()
    await tx
      .insertInto('scheduleReceivers')
      .values([
        { scheduleId, userId: manager.userId },
        { scheduleId, userId: tenant.admin.userId },
      ])
      .execute()
    await tx
      .insertInto('attempts')
      .values({
        id: attemptId,
        assignmentId: userCourseId,
        activityId: packageStepId,
        userId: learner.userId,
        packageId,
        number: 1,
        startedAt: now,
        launchedAt: now,
      })
      .execute()
  })
  const recognition = await givenCertificate(app, tenant, learner, {
    userCourseId,
    courseId: course.courseId,
    fileId,
    mark,
  })
  const badge = await givenAward(app, tenant, learner, { mark })
  const managerRuleId = await givenManagerRule(app, tenant, mark)
  const scimTokenId = await givenScimToken(app, tenant, mark)
  const bought = await givenRewards(app, tenant, learner, mark)
  const { rows } = await app.services.db.control((tx) =>
    sql<{ id: string }>`select id from control.list_sessions(${learner.userId}, ${now})`.execute(tx),
  )
  const world: World = {
    ...tenant,
    mark,
    learner,
    manager,
    otherManager,
    teamAdmin,
    superadmin,
    suspended,
    ...spare,
    courseId: course.courseId,
    draftId: draft.courseId,
    archivedId: archived.courseId,
    content: course.content,
    activityId,
    packageStepId,
    formStepId,
    eventStepId,
    offeredId: offered.courseId,
    requestId,
    fileId,
    exportId,
    packageFileId,
    packageId,
    permissionId,
    userCourseId,
    jobId,
    runId,
    viewId,
    scheduleId,
    reportViewId,
    noteId,
    entryId,
    notificationId,
    attemptId,
    sessionId: rows[0]?.id ?? newId(),
    ...documents,
    ...submissions,
    ...recognition,
    ...badge,
    managerRuleId,
    scimTokenId,
    ...bought,
    questionId,
    ...approval,
    observedId: observed.id,
    ...factors,
    providerId,
    identityId,
    acting: await givenActing(app, tenant, learner, { writes: true, ...named('Acting') }),
  }
  return { ...world, ...(await givenByContract(app, world)) }
}

/** One document of every other kind in the states that samples need; the learner has the pathway and the resource. */
async function givenDocuments(
  app: TestApp,
  tenant: GivenTenant,
  mark: string,
  of: { courseId: string; otherId: string; managerId: string },
) {
  const [stepId, waivedStepId] = [newId(), newId()]
  const title = (what: string) => ({ title: `${mark} ${what}`, category: `${mark}-category` })
  const step = (id: string, documentId: string) => ({
    id,
    documentType: 'course' as const,
    documentId,
    isRequired: true,
    credits: 1,
    equivalents: [],
    due: { kind: 'pathway' as const },
  })
  const pathway = {
    ...emptyPathway(title('pathway')),
    sections: [
      {
        id: newId(),
        title: `${mark} part`,
        rule: { rule: 'all' as const },
        steps: [step(stepId, of.courseId), step(waivedStepId, of.otherId)],
      },
    ],
  }
  const learningPackage = {
    ...emptyLearningPackage(title('package')),
    items: [{ documentType: 'course' as const, documentId: of.courseId, isRequired: true }],
  }
  const resource = newResource({ ...title('resource'), url: `https://example.org/${mark}` })
  const form = {
    ...newForm('survey', `${mark} form`, `${mark}-category`),
    pages: [newPage([newField('shortText', `${mark} question`), sampleQuestion(mark)])],
  }
  const [eventSessionId, roomId] = [newId(), newId()]
  const event = (eventSessionId = newId()) => ({
    ...newEvent({ title: `${mark} event`, category: `${mark}-category` }),
    address: `${mark} street`,
    roomId,
    sessions: [sessionIn(app, 0.5, { id: eventSessionId, joinUrl: `https://example.org/${mark}` })],
    place: 'both' as const,
  })
  await app.services.db.tenant(tenant.tenantId).write((tx) =>
    tx
      .insertInto('eventRooms')
      .values({ id: roomId, name: `${mark} room`, createdAt: app.services.clock.now() })
      .execute(),
  )
  const published = await givenDocument(app, tenant, eventKind, event(eventSessionId))
  await putInForce(app, tenant, published, event(eventSessionId))
  const states = ['published', 'draft', 'archived'] as const
  const inStates = async (give: (status: (typeof states)[number]) => Promise<{ id: string }>) => {
    const [id, draftId, archivedId] = await Promise.all(states.map(async (status) => (await give(status)).id))
    return { id: id as string, draftId: draftId as string, archivedId: archivedId as string }
  }
  return {
    pathway: {
      ...(await inStates((status) => givenDocument(app, tenant, pathwayKind, pathway, status))),
      stepId,
      waivedStepId,
    },
    learningPackage: await inStates((status) =>
      givenDocument(app, tenant, learningPackageKind, learningPackage, status),
    ),
    resource: await inStates((status) => givenDocument(app, tenant, resourceKind, resource, status)),
    form: await inStates((status) => givenDocument(app, tenant, formKind, form, status)),
    event: {
      id: published.id,
      draftId: (await givenDocument(app, tenant, eventKind, event(newId()), 'draft')).id,
      archivedId: (await givenDocument(app, tenant, eventKind, event(newId()), 'archived')).id,
    },
    eventSessionId,
    roomId,
    managerForm: await inStates((status) => givenDocument(app, tenant, formKind, form, status, of.managerId)),
  }
}

/**
 * Ids of what the world lacks and an administrator makes with a title: `announcementId` of
 * `/api/announcements/:announcementId` by the sample of `announcements.create`.
 */
async function givenByContract(app: TestApp, world: World): Promise<Record<string, string>> {
  const operations = listOperations()
  const made: Record<string, string> = {}
  for (const create of operations) {
    if (create.kind !== 'json' || create.access !== 'admin' || !create.id.endsWith('.create')) continue
    const below = operations.find((one) => one.path.startsWith(`${create.path}/:`))
    const name = /^\w+/.exec(below?.path.slice(create.path.length + 2) ?? '')?.[0]
    if (!name || name === 'userId' || name in world || name in made) continue
    const sent = create.sample?.({ ...world, password: goodPassword, newId }).body as { title?: string }
    const body = { ...sent, title: `${world.mark} ${sent.title}` }
    const reply = await app.call(world.admin, create as Endpoint, { body } as never)
    if (reply.status !== 201) throw new Error(`${create.id}: ${reply.problem?.detail ?? reply.status}`)
    made[name] = (reply.body as unknown as { id: string }).id
  }
  return made
}

async function givenSpareTenant(app: TestApp, mark: string) {
  const id = `spare-${mark.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.slice(0, 50).replace(/-+$/, '')
  const team = `${id}-team`
  const domain = `${id}.example`
  const now = app.services.clock.now()
  await app.services.db.control(async (tx) => {
    await sql`select control.create_tenant(${id}, ${`${mark} spare`}, '{}'::jsonb, ${now})`.execute(tx)
    for (const teamId of [id, team])
      await sql`select control.put_team(${teamId}, ${id}, ${json({ displayName: `${mark} spare`, isDefault: teamId === id })}, ${now})`.execute(
        tx,
      )
  })
  await app.services.db.tenant(mintTenantId(id)).write((tx) => putCalendar(tx, { settings: {}, createdAt: now }))
  await app.services.db
    .tenant(mintTenantId(id))
    .write((tx) => sql`select control.add_domain(${domain}, 'token', ${now})`.execute(tx))
  return { spareTenantId: id, spareTeamId: team, spareDomain: domain }
}
