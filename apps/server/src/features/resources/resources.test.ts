import { api } from '@learnt/contract'
import type { CallInput } from '@learnt/contract/endpoint'
import type { ResourceContent, ResourceType } from '@learnt/contract/resources'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenFile, givenPublishedCourse } from '../../../test/given/courses.ts'
import { givenDocument } from '../../../test/given/documents.ts'
import { makeWord, wordParagraph } from '../../../test/given/office-files.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenSession,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { adoptBytes } from '../../../test/given/uploads.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'
import { newId } from '../../platform/ids.ts'
import { compareRollups } from '../assignments/commands/recount-rollups.ts'
import { emptyPathway, pathwayKind } from '../pathways/kind.ts'
import { newResource, resourceKind } from './kind.ts'

const app = await testApp()

type Event = CallInput<typeof api.resources.record>['body']
const record = (who: Caller, documentId: string, body: Event) =>
  app.call(who, api.resources.record, { params: { documentId }, body })
const own = (who: Caller, documentId: string) => app.call(who, api.resources.own, { params: { documentId } })
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const readers = (who: Caller, documentId: string, query: object = {}) =>
  app.call(who, api.resources.readers, { params: { documentId }, query: query as never })

async function givenResource(
  tenant: GivenTenant,
  of: Partial<ResourceContent> & { type: ResourceType },
  status: 'published' | 'draft' = 'published',
) {
  const { fileId } =
    of.type === 'link'
      ? { fileId: null }
      : await givenFile(app, tenant, { name: 'a.pdf', contentType: 'application/pdf' })
  const base = newResource({
    title: 'Handbook',
    category: '',
    fileId,
    url: of.type === 'link' ? 'https://example.org/' : '',
  })
  return givenDocument(app, tenant, resourceKind, { ...base, ...of }, status)
}

const give = (person: GivenPerson, documentId: string) => givenAssignment(app, person, documentId, { type: 'resource' })

describe('creating', () => {
  it('takes type and title from the file, and refuses a file of another tenant', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const create = (body: CallInput<typeof api.resources.create>['body'], who = tenant.admin) =>
      app.call(who, api.resources.create, { body })
    const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const { fileId } = await givenFile(app, tenant, { name: 'Price list 2026.xlsx', contentType: sheet })
    const made = await create({ fileId, type: 'link', url: 'https://example.org/' })
    expect(made.body).toMatchObject({
      title: 'Price list 2026',
      subtype: 'excel',
      status: 'draft',
      content: { fileId, type: 'excel', url: '' },
    })
    expect((await create({ fileId, title: 'Prices' })).body.title).toBe('Prices')

    const captions = await givenFile(app, tenant, { name: 'a.vtt', contentType: 'text/vtt' })
    for (const wrong of [newId(), captions.fileId])
      expect((await create({ fileId: wrong })).problem?.errors?.[0]?.path).toBe('body.fileId')
    expect((await create({ fileId }, other.admin)).problem?.errors?.[0]?.path).toBe('body.fileId')
    expect((await create({})).problem?.errors?.[0]?.path).toBe('body.title')
    expect((await create({ title: 'A page', url: 'https://example.org/' })).body.subtype).toBe('link')
  })
})

describe('reading', () => {
  it('is for people who have it, while it is published', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const [learner, stray] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const foreign = await givenPerson(app, other)
    const [resource, draft] = [
      await givenResource(tenant, { type: 'pdf', description: 'Read me' }),
      await givenResource(tenant, { type: 'pdf' }, 'draft'),
    ]
    for (const one of [resource, draft]) await give(learner, one.id)
    const opened = await own(learner, resource.id)
    expect(opened.body).toMatchObject({
      title: 'Handbook',
      description: 'Read me',
      type: 'pdf',
      state: 'notstarted',
      versionNumber: 1,
      waitsFor: null,
      file: { contentType: 'application/pdf' },
    })
    expect((await record(learner, resource.id, { event: 'open' })).status).toBe(200)
    for (const [who, id] of [
      [stray, resource.id],
      [foreign, resource.id],
      [other.admin, resource.id],
      [learner, draft.id],
    ] as const) {
      expect((await own(who, id)).status).toBe(404)
      expect((await record(who, id, { event: 'open' })).status).toBe(404)
    }
    expect((await own(stranger, resource.id)).status).toBe(401)
    const { body } = await app.call(learner, api.resources.mine)
    expect(body.items.map((card) => card.resourceId)).toEqual([resource.id])
    expect((await app.call(stray, api.resources.mine)).body.items).toEqual([])

    await app.call(tenant.admin, api.resources.withdraw, { params: { documentId: resource.id } })
    expect((await own(learner, resource.id)).status).toBe(404)
    await app.call(tenant.admin, api.members.setStatus, {
      body: { selection: { by: 'ids', ids: [learner.membershipId] }, status: 'inactive' },
    })
    await app.settle()
    expect((await app.call(learner, api.resources.mine)).status).toBe(401)
  })

  it.each([
    [
      'pdf',
      [
        ['open', 'inprogress'],
        ['download', 'inprogress'],
        ['read', 'completed'],
        ['open', 'completed'],
      ],
    ],
    ['link', [['open', 'completed']]],
    ['image', [['open', 'completed']]],
    [
      'video',
      [
        ['open', 'inprogress'],
        ['read', 'completed'],
      ],
    ],
    [
      'audio',
      [
        ['download', 'inprogress'],
        ['read', 'completed'],
      ],
    ],
  ] as const)('of %s leads from event to event to these states', async (type, steps) => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const resource = await givenResource(tenant, { type })
    const assignmentId = await give(learner, resource.id)
    for (const [event, state] of steps) expect((await record(learner, resource.id, { event })).body.state).toBe(state)
    const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{ verb: string; type: string }>`
        select verb, body->'object'->'definition'->>'type' as type from statements where assignment_id = ${assignmentId} order by stored, id`.execute(
        tx,
      ),
    )
    const verbs = rows.map((row) => row.verb.split('/').at(-1)).sort()
    expect(verbs).toEqual(
      {
        pdf: ['completed', 'downloaded', 'experienced', 'initialized'],
        link: ['completed', 'initialized'],
        image: ['completed', 'initialized'],
        video: ['completed', 'initialized'],
        audio: ['completed', 'downloaded', 'initialized'],
      }[type],
    )
    expect(rows[0]?.type).toMatch(
      { pdf: /file$/, link: /link$/, image: /media$/, video: /media$/, audio: /media$/ }[type],
    )
  })

  it('loses none of several events at once, and the figures agree with a count', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const resource = await givenResource(tenant, { type: 'pdf' })
    await give(learner, resource.id)
    const events = ['open', 'read', 'open', 'download', 'read', 'open', 'download', 'open'] as const
    await Promise.all(events.map((event) => record(learner, resource.id, { event })))
    expect((await readers(tenant.admin, resource.id)).body).toMatchObject({
      items: [{ state: 'completed', opened: 4, downloads: 2, versionNumber: 1 }],
      totals: { people: 1, opened: 1, completed: 1, downloads: 2 },
    })
    await app.settle()
    const differences = await app.services.db.tenant(tenant.tenantId).read(compareRollups)
    expect(Object.values(differences).every((one) => one === 0)).toBe(true)
    const { body } = await app.call(tenant.admin, api.resources.get, { params: { documentId: resource.id } })
    expect(body.availability).toEqual({ required: 1, optional: 0 })
  })

  it('counts for the version that the page shows, also when another one was published meanwhile', async () => {
    const tenant = await givenTenant(app)
    const [reader, late] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const resource = await givenResource(tenant, { type: 'pdf' })
    for (const person of [reader, late]) await give(person, resource.id)
    await record(reader, resource.id, { event: 'open', versionNumber: 1 })

    const params = { documentId: resource.id }
    const { body: shown } = await app.call(tenant.admin, api.resources.get, { params })
    const { fileId } = await givenFile(app, tenant, { name: 'b.pdf', contentType: 'application/pdf' })
    const content = { ...shown.content, fileId }
    await app.call(tenant.admin, api.resources.saveDraft, { params, body: { revision: shown.revision, content } })
    expect((await own(reader, resource.id)).body.file?.id).toBe(shown.content.fileId)
    const { body: published } = await app.call(tenant.admin, api.resources.publish, {
      params,
      body: { revision: shown.revision + 1 },
    })
    expect(published.publishedNumber).toBe(2)

    expect((await record(reader, resource.id, { event: 'read', versionNumber: 1 })).body.state).toBe('completed')
    await record(late, resource.id, { event: 'open' })
    const { items } = (await readers(tenant.admin, resource.id)).body
    const versionOf = (person: GivenPerson) => items.find((one) => one.userId === person.userId)?.versionNumber
    expect([versionOf(reader), versionOf(late)]).toEqual([1, 2])
    expect((await own(reader, resource.id)).body).toMatchObject({ versionNumber: 2, file: { id: fileId } })
    const unknown = await record(late, resource.id, { event: 'read', versionNumber: 3 })
    expect(unknown.problem?.errors?.[0]?.path).toBe('body.versionNumber')
  })
})

describe('in a pathway', () => {
  it('is locked until its turn, opens the next step, and takes at most ten statements and one commit', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const [first, second] = [await givenResource(tenant, { type: 'pdf' }), await givenResource(tenant, { type: 'pdf' })]
    const course = await givenPublishedCourse(app, tenant)
    const step = (documentType: 'resource' | 'course', documentId: string) => ({
      id: newId(),
      documentType,
      documentId,
      isRequired: true,
      credits: 1,
      equivalents: [],
      due: { kind: 'pathway' as const },
    })
    const steps = [step('resource', first.id), step('resource', second.id), step('course', course.courseId)]
    const pathway = await givenDocument(app, tenant, pathwayKind, {
      ...emptyPathway({ title: 'Start', category: '' }),
      sections: [{ id: newId(), title: 'All', rule: { rule: 'all' }, steps }],
    })
    await app.call(tenant.admin, api.permissions.assign, {
      params: { documentType: 'pathway', documentId: pathway.id },
      body: { selection: { by: 'ids', ids: [learner.membershipId] } },
    })
    await app.settle()
    const locked = (await own(learner, second.id)).body
    expect(locked).toMatchObject({ isLocked: true, waitsFor: { id: first.id, type: 'resource' }, file: null, url: '' })
    expect((await record(learner, second.id, { event: 'read' })).status).toBe(409)

    const statements = await statementsOf(app.services.db, () => record(learner, first.id, { event: 'read' }))
    const commits = statements.filter((one) => one.sql === 'commit')
    expect([statements.length - commits.length, commits.length]).toEqual([10, 1])
    expect((await own(learner, second.id)).body).toMatchObject({ isLocked: false, waitsFor: null })
    expect((await own(learner, second.id)).body.file).not.toBeNull()
    const reading = await statementsOf(app.services.db, () => own(learner, second.id))
    expect(reading.length).toBeLessThanOrEqual(5)
    await app.settle()
    const differences = await app.services.db.tenant(tenant.tenantId).read(compareRollups)
    expect(Object.values(differences).every((one) => one === 0)).toBe(true)
  })
})

describe('the list of one’s own', () => {
  it('is filtered, searched, sorted and paged', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    for (const [n, title] of ['Delta', 'alpha', 'Charlie', 'Bravo 5%'].entries()) {
      const type = n % 2 ? 'link' : 'pdf'
      const resource = await givenResource(tenant, { type, title, category: n < 2 ? 'Rules' : 'Other' })
      await give(learner, resource.id)
    }
    const titles = async (query: object) =>
      (await app.call(learner, api.resources.mine, { query: query as never })).body.items.map((card) => card.title)
    expect(await titles({})).toEqual(['alpha', 'Bravo 5%', 'Charlie', 'Delta'])
    expect(await titles({ direction: 'desc', limit: 2 })).toEqual(['Delta', 'Charlie'])
    expect(await titles({ type: ['link'] })).toEqual(['alpha', 'Bravo 5%'])
    expect(await titles({ category: ['Rules'] })).toEqual(['alpha', 'Delta'])
    expect(await titles({ search: '5%' })).toEqual(['Bravo 5%'])
    const first = await app.call(learner, api.resources.mine, { query: { limit: 3, sort: 'type' } })
    const second = await app.call(learner, api.resources.mine, {
      query: { limit: 3, sort: 'type', cursor: first.body.next ?? '' },
    })
    expect([first.body.items.length, second.body.items.length, second.body.next, first.body.total]).toEqual([
      3,
      1,
      null,
      4,
    ])
  })
})

describe('the report', () => {
  it('has everyone, filtered and searched, and comes as a file', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, tenant, { roles: ['admin'], teamId })
    const [ada, ben, cat] = [
      await givenPerson(app, tenant, { firstName: 'Ada', lastName: 'Adams' }),
      await givenPerson(app, tenant, { firstName: '=Ben', lastName: 'Brown' }),
      await givenPerson(app, tenant, { firstName: 'Cat', lastName: 'Cole', teamId }),
    ]
    const resource = await givenResource(tenant, { type: 'pdf' })
    for (const person of [ada, ben, cat]) await give(person, resource.id)
    await record(ada, resource.id, { event: 'read' })
    app.clock.advance(60_000)
    await record(ben, resource.id, { event: 'open' })
    const names = async (query: object, who: Caller = tenant.admin) =>
      (await readers(who, resource.id, query)).body.items.map((one) => one.name)
    expect(await names({})).toEqual(['Ada Adams', '=Ben Brown', 'Cat Cole'])
    expect(await names({ state: 'opened' })).toEqual(['=Ben Brown'])
    expect(await names({ state: 'notstarted' })).toEqual(['Cat Cole'])
    expect(await names({ search: 'adams' })).toEqual(['Ada Adams'])
    const first = (await readers(tenant.admin, resource.id, { limit: 2 })).body
    expect(await names({ limit: 2, cursor: first.next })).toEqual(['Cat Cole'])
    expect(first.totals).toEqual({ people: 3, opened: 2, completed: 1, downloads: 0 })
    expect(await names({ sort: 'opened', direction: 'desc', limit: 1 })).toEqual(['=Ben Brown'])
    expect(await names({ sort: 'lastOpenedAt' })).toEqual(['Cat Cole', 'Ada Adams', '=Ben Brown'])
    // A reader who looks after all of somebody's memberships sees what they have.
    expect(await names({}, teamAdmin)).toEqual(['Cat Cole'])
    expect((await readers(ada, resource.id)).status).toBe(403)
    expect((await readers((await givenTenant(app)).admin, resource.id)).status).toBe(404)

    const address = `/api/resources/${resource.id}/readers`
    const csv = (await app.send(tenant.admin, 'GET', `${address}.csv?state=opened`)).body.toString()
    expect(csv.trim().split('\n')).toHaveLength(2)
    expect(csv).toContain("'=Ben Brown")
    expect(csv).not.toContain('Ada')
    const sheet = await readWorkbook((await app.send(tenant.admin, 'GET', `${address}.xlsx`)).body)
    expect(JSON.stringify(sheet)).toContain('Ada Adams')
    expect((await app.send(ada, 'GET', `${address}.csv`)).status).toBe(403)
    const { body: log } = await app.call(tenant.admin, api.audit.list, { query: { search: '' } as never })
    expect(log.items.filter((entry) => entry.action === 'resources.export')).toHaveLength(2)
    // As of the end of a day: later progress does not count yet.
    app.clock.advance(86_400_000)
    const today = first.historyTo
    const [admin, reader] = [
      { token: await givenSession(app.services, tenant.admin) },
      { token: await givenSession(app.services, cat) },
    ]
    await record(reader, resource.id, { event: 'read' })
    const past = (await readers(admin, resource.id, { asOf: dayAfter(today), sort: 'state' })).body
    expect(past).toMatchObject({
      asOf: dayAfter(today),
      totals: { people: 3, opened: 2, completed: 1, downloads: null },
    })
    expect(past.items.find((one) => one.name === 'Cat Cole')).toMatchObject({
      state: 'notstarted',
      opened: null,
      firstOpenedAt: null,
    })
    expect(await names({ state: 'completed' }, admin)).toEqual(['Ada Adams', 'Cat Cole'])
    const wrong = await readers(admin, resource.id, { asOf: '2031-01-01' })
    expect(wrong.problem?.errors?.[0]?.path).toBe('query.asOf')
  })
})

describe('the words inside files', () => {
  it('are found by those who may open the file, and by administrators', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const [reader, stray] = [await givenPerson(app, tenant), await givenPerson(app, tenant)]
    const word = makeWord(wordParagraph('Every Zürich tram has a quokka.'))
    const { body: file } = await adoptBytes(app, tenant.admin, word, 'document', 'Trams.docx')
    const { body: made } = await app.call(tenant.admin, api.resources.create, { body: { fileId: file.id } })
    await give(reader, made.id)
    await app.settle()
    const find = async (who: Caller, q: string) =>
      (await app.call(who, api.search.all, { query: { q } })).body.items.map(({ kind, title }) => `${kind} ${title}`)
    // Nobody has a draft yet.
    expect(await find(reader, 'quokka')).toEqual([])
    expect(await find(tenant.admin, 'quokka ZURICH')).toEqual(['document Trams'])
    await app.call(tenant.admin, api.resources.publish, {
      params: { documentId: made.id },
      body: { revision: made.revision },
    })
    await app.settle()
    expect(await find(reader, 'quokka zürich')).toEqual(['myDocument Trams'])
    expect(await find(reader, 'trams')).toEqual(['myDocument Trams'])
    expect(await find(reader, 'quokka wombat')).toEqual([])
    for (const who of [stray, other.admin]) expect(await find(who, 'quokka')).toEqual([])
    expect((await own(reader, made.id)).body.file?.name).toBe('Trams.docx')
    expect((await app.send(reader, 'GET', (await own(reader, made.id)).body.file?.url ?? '')).status).toBe(200)
    await app.call(tenant.admin, api.resources.archive, { params: { documentId: made.id } })
    expect([await find(reader, 'quokka'), await find(tenant.admin, 'quokka')]).toEqual([[], []])
  })

  it('a document that cannot be shown is read by downloading it', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const resource = await givenResource(tenant, { type: 'pdf' })
    await give(learner, resource.id)
    const fileId = (await own(learner, resource.id)).body.file?.id ?? ''
    expect((await record(learner, resource.id, { event: 'download' })).body.state).toBe('inprogress')
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        tx
          .insertInto('preparedFiles')
          .values({ fileId, state: 'failed', reason: 'broken', runId: newId(), askedAt: app.clock.now() })
          .execute(),
      )
    expect((await record(learner, resource.id, { event: 'download' })).body.state).toBe('completed')
  })
})
