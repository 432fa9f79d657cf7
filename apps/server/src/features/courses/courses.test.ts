import { api } from '@learnt/contract'
import type { CourseContent } from '@learnt/contract/courses'
import {
  type PublicationState,
  publicationRank,
  publicationStates,
  publicationTransitions,
  publicationVerbs,
} from '@learnt/contract/states'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { manifest12 } from '../../../test/given/archives.ts'
import {
  documentActivity,
  type GivenCourse,
  givenCourse,
  givenFile,
  givenPublishedCourse,
  linkActivity,
  pageActivity,
  scormActivity,
  section,
  videoActivity,
} from '../../../test/given/courses.ts'
import { makeImage } from '../../../test/given/media.ts'
import { type GivenTenant, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { adoptBytes } from '../../../test/given/uploads.ts'
import { makeZip } from '../../../test/given/zip.ts'
import { newId } from '../../platform/ids.ts'

let app: TestApp
let tenant: GivenTenant
let admin: Caller
beforeAll(async () => {
  app = await testApp()
})

async function fresh(): Promise<void> {
  tenant = await givenTenant(app)
  admin = tenant.admin
}

const rowOf = (courseId: string) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('documents').selectAll().where('id', '=', courseId).executeTakeFirstOrThrow())
const versionsOf = (courseId: string) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) =>
      tx.selectFrom('documentVersions').selectAll().where('documentId', '=', courseId).orderBy('number').execute(),
    )
const get = async (courseId: string) => (await app.call(admin, api.courses.get, { params: { courseId } })).body
type SentContent = z.input<typeof CourseContent>
const save = (courseId: string, revision: number, content: SentContent, caller = admin) =>
  app.call(caller, api.courses.saveDraft, { params: { courseId }, body: { revision, content } })
const publish = (courseId: string, revision: number) =>
  app.call(admin, api.courses.publish, { params: { courseId }, body: { revision } })
const verbs = {
  withdraw: api.courses.withdraw,
  archive: api.courses.archive,
  restore: api.courses.restore,
  discard: api.courses.discard,
}

describe('the way of a course', () => {
  beforeAll(fresh)

  test('begun, filled, published, changed, published again', async () => {
    const begun = await app.call(admin, api.courses.create, { body: { title: '  Fire safety ', category: 'Safety' } })
    expect(begun.status).toBe(201)
    expect(begun.body).toMatchObject({
      title: 'Fire safety',
      category: 'Safety',
      status: 'draft',
      revision: 0,
      createdBy: 'Ada Admin',
      publishedNumber: null,
      isBundle: false,
    })
    expect(begun.body.can).toEqual({
      see: null,
      duplicate: null,
      edit: null,
      publish: null,
      discard: 'courses.noDraft',
      withdraw: 'courses.notPublished',
      archive: null,
      restore: 'courses.notArchived',
    })
    const courseId = begun.body.id

    const content: SentContent = {
      ...begun.body.content,
      description: 'What to do',
      tags: ['fire', 'fire', 'must'],
      sections: [section([pageActivity({ minutes: 3 }), linkActivity({ minutes: 4 })])],
    }
    const saved = await save(courseId, 0, content)
    expect(saved.body).toEqual({ revision: 1, status: 'draft', savedAt: '2026-11-20T09:00:00.000Z' })
    expect(await rowOf(courseId)).toMatchObject({
      activityCount: 2,
      minutes: 7,
      description: 'What to do',
      tags: ['fire', 'must'],
      statusRank: 5,
    })

    const preview = await app.call(admin, api.courses.publishPreview, { params: { courseId } })
    expect(preview.body).toMatchObject({
      problems: [],
      firstTime: true,
      learners: { assigned: 0, underWay: 0, completed: 0 },
    })
    const published = await app.call(admin, api.courses.publish, {
      params: { courseId },
      body: { revision: 1, note: 'first' },
    })
    expect(published.body).toMatchObject({
      status: 'published',
      publishedNumber: 1,
      publishedAt: '2026-11-20T09:00:00.000Z',
      revision: 1,
    })
    const [first] = await versionsOf(courseId)
    expect(first).toMatchObject({ number: 1, note: 'first', publishedBy: tenant.admin.userId })

    const changed = {
      ...published.body.content,
      title: 'Fire safety 2',
      sections: [section([pageActivity({ title: 'New' })])],
    }
    expect((await save(courseId, 1, changed)).body).toMatchObject({ revision: 2, status: 'publishedwithdraft' })
    // Learners see the published title until the draft is published; the published version never changes.
    expect(await rowOf(courseId)).toMatchObject({ title: 'Fire safety', activityCount: 2 })
    const difference = await app.call(admin, api.courses.publishPreview, { params: { courseId } })
    expect(difference.body.changes.map((change) => change.change)).toEqual([
      'details',
      'sectionAdded',
      'activityAdded',
      'sectionRemoved',
      'activityRemoved',
      'activityRemoved',
    ])
    expect((await publish(courseId, 2)).body).toMatchObject({
      title: 'Fire safety 2',
      publishedNumber: 2,
      activityCount: 1,
    })
    const after = await versionsOf(courseId)
    expect(after[0]).toEqual(first)
    expect(after).toHaveLength(2)

    const versions = await app.call(admin, api.courses.versions, { params: { courseId } })
    expect(versions.body.items).toMatchObject([
      { number: 2, publishedBy: 'Ada Admin', note: '', learners: 0 },
      { number: 1, publishedBy: 'Ada Admin', note: 'first', learners: 0 },
    ])
    const entries = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx.selectFrom('auditEntries').select('action').where('subjectId', '=', courseId).orderBy('id').execute(),
      )
    expect(entries.map((entry) => entry.action)).toEqual([
      'courses.create',
      'courses.saveDraft',
      'courses.publish',
      'courses.saveDraft',
      'courses.publish',
    ])
    const events = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('liveEvents')
          .select(['topic', 'kind', 'userId'])
          .where('subjectId', '=', courseId)
          .orderBy('id')
          .execute(),
      )
    expect(events.at(-1)).toEqual({ topic: 'courses', kind: 'publish', userId: null })
  })

  test('a draft thrown away brings back what was published, and its editor must not save it unasked', async () => {
    const course = await givenPublishedCourse(app, tenant)
    await save(course.courseId, 1, { ...course.content, title: 'Changed' })
    const discarded = await app.call(admin, api.courses.discard, { params: { courseId: course.courseId } })
    expect(discarded.body).toMatchObject({ status: 'published', title: course.content.title, revision: 3 })
    expect(discarded.body.content.title).toBe(course.content.title)
    expect(await versionsOf(course.courseId)).toHaveLength(1)
    expect((await save(course.courseId, 2, course.content)).problem).toMatchObject({
      code: 'stale',
      savedBy: 'Ada Admin',
      savedAt: app.clock.now().toISOString(),
    })
  })

  test('saving what is stored already changes nothing', async () => {
    const course = await givenPublishedCourse(app, tenant)
    const { content } = await get(course.courseId)
    expect((await save(course.courseId, 1, content)).body).toMatchObject({ revision: 1, status: 'published' })
    expect(await versionsOf(course.courseId)).toHaveLength(1)
  })

  test('a withdrawn course comes back with the version that it had', async () => {
    const course = await givenPublishedCourse(app, tenant)
    await app.call(admin, api.courses.withdraw, { params: { courseId: course.courseId } })
    expect((await publish(course.courseId, 1)).body).toMatchObject({ status: 'published', publishedNumber: 1 })
    expect(await versionsOf(course.courseId)).toHaveLength(1)
  })

  test('what prevents publishing is told at its place, before and when it is tried', async () => {
    const steps = [
      pageActivity({ html: '<p> </p>', title: 'Blank' }),
      videoActivity({ fileId: null }),
      documentActivity({ fileId: null }),
      linkActivity({ url: '' }),
      scormActivity({ packageId: null }),
    ]
    const course = await givenCourse(app, tenant, { activities: steps })
    const preview = await app.call(admin, api.courses.publishPreview, { params: { courseId: course.courseId } })
    expect(preview.body.problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'sections.0.activities.0.html pageEmpty',
      'sections.0.activities.1.fileId fileMissing',
      'sections.0.activities.2.fileId fileMissing',
      'sections.0.activities.3.url urlMissing',
      'sections.0.activities.4.packageId packageMissing',
    ])
    const refused = await publish(course.courseId, 1)
    expect(refused.status).toBe(422)
    expect(refused.problem?.errors?.[0]).toEqual({
      path: 'content.sections.0.activities.0.html',
      code: 'pageEmpty',
      message: 'Blank: The page is empty.',
    })
    expect((await rowOf(course.courseId)).status).toBe('draft')
    const empty = await givenCourse(app, tenant, { sections: [] })
    expect((await publish(empty.courseId, 1)).problem?.errors?.[0]?.code).toBe('empty')
  })

  test('counts the people affected by a publication', async () => {
    const course = await givenPublishedCourse(app, tenant)
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      for (const [state, versionId, isActive] of [
        ['notstarted', null, true],
        ['inprogress', course.versionId, true],
        ['failed', course.versionId, true],
        ['passed', course.versionId, true],
        ['inprogress', course.versionId, false],
      ] as const) {
        await tx
          .insertInto('assignments')
          .values({
            id: newId(),
            userId: newId(),
            documentType: 'course',
            documentId: course.courseId,
            state,
            versionId,
            isActive,
            assignedAt: app.clock.now(),
          })
          .execute()
      }
    })
    const preview = await app.call(admin, api.courses.publishPreview, { params: { courseId: course.courseId } })
    expect(preview.body.learners).toEqual({ assigned: 4, underWay: 2, completed: 1 })
    const versions = await app.call(admin, api.courses.versions, { params: { courseId: course.courseId } })
    expect(versions.body.items[0]?.learners).toBe(3)
  })
})

describe('states', () => {
  beforeAll(fresh)

  test.each(publicationStates.flatMap((from) => publicationVerbs.map((verb) => [from, verb] as const)))(
    'from %s: %s',
    async (from, verb) => {
      const course = await givenCourse(app, tenant, { status: from })
      const params = { courseId: course.courseId }
      const answer =
        verb === 'edit'
          ? await save(course.courseId, 1, { ...course.content, title: 'Edited' })
          : verb === 'publish'
            ? await publish(course.courseId, 1)
            : await app.call(admin, verbs[verb], { params })
      const to = publicationTransitions[from][verb]
      const row = await rowOf(course.courseId)
      if (to === undefined) {
        expect(answer.status).toBe(409)
        expect(answer.problem?.code).toBe('wrong-state')
        expect(answer.problem?.detail).toMatch(/^[A-Z].*\.$/)
        expect(row).toMatchObject({ status: from, revision: 1 })
        return
      }
      const expected: PublicationState = to === 'before' ? 'draft' : to
      expect(answer.status).toBe(200)
      expect(row).toMatchObject({
        status: expected,
        statusRank: publicationRank[expected],
        statusBefore: expected === 'archived' ? from : null,
      })
      // A draft is there exactly in the states that have one.
      const hasDraft =
        expected === 'archived'
          ? row.draftVersionId !== null
          : ['draft', 'draftwithchanges', 'publishedwithdraft'].includes(expected)
      expect(row.draftVersionId !== null).toBe(hasDraft)
      const shown = await get(course.courseId)
      for (const one of publicationVerbs)
        expect(shown.can[one] === null, `can ${one}`).toBe(publicationTransitions[expected][one] !== undefined)
    },
  )

  test('restore returns to the state that the course was archived from', async () => {
    for (const status of ['published', 'publishedwithdraft', 'unpublished', 'draftwithchanges', 'draft'] as const) {
      const { courseId } = await givenCourse(app, tenant, { status })
      expect((await app.call(admin, api.courses.archive, { params: { courseId } })).body.status).toBe('archived')
      expect((await app.call(admin, api.courses.restore, { params: { courseId } })).body.status).toBe(status)
    }
  })
})

describe('two at once', () => {
  beforeAll(fresh)

  test('of two saves on one revision one wins, and the other is told', async () => {
    const course = await givenCourse(app, tenant)
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => save(course.courseId, 1, { ...course.content, title })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.problem?.code).toBe('stale')
    expect((await rowOf(course.courseId)).revision).toBe(2)
  })

  test('two publications make one version', async () => {
    const course = await givenCourse(app, tenant)
    const answers = await Promise.all([1, 2, 3].map(() => publish(course.courseId, 1)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(await versionsOf(course.courseId)).toHaveLength(1)
  })

  test('a publication of an older revision than the stored one is stale', async () => {
    const course = await givenCourse(app, tenant)
    await save(course.courseId, 1, { ...course.content, title: 'Newer' })
    expect((await publish(course.courseId, 1)).problem?.code).toBe('stale')
  })

  test('the same key does it once', async () => {
    const body = { title: 'Once' }
    const first = await app.call(admin, api.courses.create, { body, idempotencyKey: 'create-1' })
    const second = await app.call(admin, api.courses.create, { body, idempotencyKey: 'create-1' })
    expect(second.body).toEqual(first.body)
    const { total } = (await app.call(admin, api.courses.list, { query: { search: 'Once' } })).body
    expect(total).toBe(1)
    const course = await givenCourse(app, tenant)
    const content = { ...course.content, title: 'Saved once' }
    const saves = [1, 2].map(() =>
      app.call(admin, api.courses.saveDraft, {
        params: { courseId: course.courseId },
        body: { revision: 1, content },
        idempotencyKey: 'save-1',
      }),
    )
    await Promise.all(saves)
    const again = await app.call(admin, api.courses.saveDraft, {
      params: { courseId: course.courseId },
      body: { revision: 1, content },
      idempotencyKey: 'save-1',
    })
    expect(again.status).toBe(200)
    expect((await rowOf(course.courseId)).revision).toBe(2)
  })
})

describe('content', () => {
  let course: GivenCourse
  beforeAll(async () => {
    await fresh()
    course = await givenCourse(app, tenant)
  })

  const errorsOf = async (content: Partial<SentContent>, of: GivenCourse = course) => {
    const answer = await save(of.courseId, 1, { ...of.content, ...content })
    return answer.status === 422 ? answer.problem?.errors?.map(({ path, code }) => `${path} ${code}`) : answer.status
  }

  test('ids are unique within the course', async () => {
    const page = pageActivity()
    const one = section([page, pageActivity()])
    expect(await errorsOf({ sections: [one, { ...section([page]), id: one.id }] })).toEqual([
      'body.content.sections.1.id duplicateId',
      'body.content.sections.1.activities.0.id duplicateId',
    ])
  })

  test('pages with tags that take long to clean are refused, and no more than twenty complaints are made', async () => {
    const nested = pageActivity({ html: '<b>'.repeat(150_000) })
    expect(await errorsOf({ sections: [section([pageActivity(), nested])] })).toEqual([
      'body.content.sections.0.activities.1.html tooManyTags',
    ])
    const long = Array.from({ length: 30 }, () => pageActivity({ html: '<p>x</p>'.repeat(4500) }))
    expect(await errorsOf({ sections: [section(long)] })).toHaveLength(20)
    expect(await errorsOf({ sections: [section(long.slice(0, 1))] }, await givenCourse(app, tenant))).toBe(200)
  })

  test('the text for the start is cleaned and checked like a page', async () => {
    const landing = (html: string, author = '') => ({ landing: { isShown: true, author, html } })
    expect(await errorsOf(landing('<b>'.repeat(12_000)))).toEqual(['body.content.landing.html tooManyTags'])
    expect(await errorsOf(landing('x'.repeat(50_001), 'y'.repeat(101)))).toEqual([
      'body.content.landing.author tooLong',
      'body.content.landing.html tooLong',
    ])
    const { fileId } = await givenFile(app, await givenTenant(app), { purpose: 'image' })
    expect(await errorsOf(landing(`<img data-file-id="${fileId}" alt="">`))).toEqual([
      'body.content.landing.html fileUnknown',
    ])
    const mine = await givenCourse(app, tenant)
    expect(await errorsOf(landing('<p onclick="x()">Why<script>x()</script></p>'), mine)).toBe(200)
    const { body } = await app.call(admin, api.courses.preview, { params: { courseId: mine.courseId } })
    expect(body.content.landing.html).toBe('<p>Why</p>')
  })

  test('a table of eight megabytes is refused quickly, at the page or as a whole', async () => {
    const table = (bytes: number) => {
      const row = '<tr><td>x</td></tr>'
      return `<table>${row.repeat(bytes / row.length)}</table>`
    }
    const began = performance.now()
    expect(await errorsOf({ sections: [section([pageActivity({ html: table(7_500_000) })])] })).toEqual([
      'body.content.sections.0.activities.0.html tooLong',
    ])
    expect(await errorsOf({ sections: [section([pageActivity({ html: table(490_000) })])] })).toEqual([
      'body.content.sections.0.activities.0.html tooManyTags',
    ])
    expect(await errorsOf({ sections: [section([pageActivity({ html: table(9_000_000) })])] })).toBe(413)
    expect(performance.now() - began).toBeLessThan(3000)
    expect(
      await errorsOf({ sections: [section([pageActivity({ html: table(40_000) })])] }, await givenCourse(app, tenant)),
    ).toBe(200)
  })

  test('publishing names pictures without a description, and goes on', async () => {
    const { fileId } = await givenFile(app, tenant, { contentType: 'image/webp' })
    const picture = (more: string) => `<img data-file-id="${fileId}" ${more}>`
    const made = await givenCourse(app, tenant, {
      activities: [
        pageActivity({ html: picture('alt="A door"') + picture('alt="" data-decoration="true"') }),
        pageActivity({ title: 'Doors', html: picture('alt=""') + picture('alt=""') }),
      ],
    })
    const preview = await app.call(admin, api.courses.publishPreview, { params: made })
    expect(preview.body?.warnings).toEqual([
      { path: 'sections.0.activities.1.html', code: 'picturesWithoutWords', title: 'Doors', count: 2 },
    ])
    expect((await publish(made.courseId, 1)).status).toBe(200)
  })

  test('a completion rule must make sense for the kind', async () => {
    expect(
      await errorsOf({ sections: [section([pageActivity({ completion: { rule: 'watch', percent: 90 } })])] }),
    ).toEqual(['body.content.sections.0.activities.0.completion.rule completionRule'])
  })

  test('files and packages must be of this tenant and fit', async () => {
    const pdf = await givenFile(app, tenant, { contentType: 'application/pdf', purpose: 'document', name: 'a.pdf' })
    const foreign = await givenFile(app, await givenTenant(app))
    const captions = { language: 'en', label: 'English' }
    const steps = [
      videoActivity({ fileId: foreign.fileId }),
      videoActivity({ fileId: pdf.fileId, captions: [{ ...captions, fileId: newId() }] }),
      documentActivity({ fileId: pdf.fileId }),
      pageActivity({ html: `<p><img data-file-id="${pdf.fileId}"><img data-file-id="${foreign.fileId}"></p>` }),
    ]
    expect(await errorsOf({ imageFileId: newId(), sections: [section(steps)] })).toEqual([
      'body.content.imageFileId fileUnknown',
      'body.content.sections.0.activities.0.fileId fileUnknown',
      'body.content.sections.0.activities.1.fileId fileKind',
      'body.content.sections.0.activities.1.captions.0.fileId fileUnknown',
      'body.content.sections.0.activities.3.html fileKind',
      'body.content.sections.0.activities.3.html fileUnknown',
    ])
  })

  test('the contract’s own checks name the place too', async () => {
    expect(await errorsOf({ title: '   ' })).toEqual(['body.content.title required'])
    expect(await errorsOf({ sections: [section([linkActivity({ url: 'javascript:alert(1)' })])] })).toEqual([
      'body.content.sections.0.activities.0.url url',
    ])
  })

  test('markup is cleaned in pages and stays plain text everywhere else', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    const page = pageActivity({ title: evil, description: evil, html: `<h2 onclick="x">${evil}ok</h2>` })
    const other = await givenCourse(app, tenant)
    const saved = await save(other.courseId, 1, {
      ...other.content,
      title: evil,
      description: evil,
      category: evil,
      tags: ['<b>'],
      sections: [{ ...section([page]), title: evil }],
    })
    expect(saved.status).toBe(200)
    const { content, title } = await get(other.courseId)
    expect(content).toMatchObject({ title: evil, description: evil, category: evil, tags: ['<b>'] })
    expect(content.sections[0]).toMatchObject({
      title: evil,
      activities: [{ title: evil, description: evil, html: '<h2>ok</h2>' }],
    })
    expect(title).toBe(evil)
  })

  test('pictures of pages are stored by file and shown by an address that works for the caller', async () => {
    const picture = await adoptBytes(app, admin, await makeImage(), 'image')
    const html = `<p>See <img src="${picture.body.url}" alt="a map"></p>`
    const other = await givenCourse(app, tenant, { activities: [pageActivity()] })
    await save(other.courseId, 1, {
      ...other.content,
      imageFileId: picture.body.id,
      sections: [section([pageActivity({ html })])],
    })
    const shown = await get(other.courseId)
    const activity = shown.content.sections[0]?.activities[0]
    if (activity?.kind !== 'page') throw new Error('no page')
    const src = /src="([^"]+)"/.exec(activity.html)?.[1] ?? ''
    expect((await app.send(admin, 'GET', src)).headers['content-type']).toBe('image/webp')
    expect((await app.send(admin, 'GET', shown.imageSmall)).status).toBe(200)
    expect(shown.files.map((file) => file.id)).toEqual([picture.body.id])
    const [stored] = await versionsOf(other.courseId)
    expect(JSON.stringify(stored?.content)).not.toContain('/files/')
    // What the editor shows goes back unchanged.
    expect((await save(other.courseId, 2, shown.content)).body.revision).toBe(2)
    const preview = await app.call(admin, api.courses.preview, { params: { courseId: other.courseId } })
    expect(preview.body.content).toEqual(shown.content)
  })
})

describe('bundles', () => {
  beforeAll(fresh)

  test('consist of courses of the tenant, never of themselves or other bundles', async () => {
    const [one, two] = [
      await givenPublishedCourse(app, tenant, { title: 'One' }),
      await givenPublishedCourse(app, tenant, { title: 'Two' }),
    ]
    const foreign = await givenPublishedCourse(app, await givenTenant(app))
    const inner = await givenCourse(app, tenant, { isBundle: true, courseIds: [one.courseId] })
    const bundle = await app.call(admin, api.courses.create, { body: { title: 'Bundle', isBundle: true } })
    const { id, content } = bundle.body
    const refused = await save(id, 0, {
      ...content,
      courseIds: [one.courseId, one.courseId, id, inner.courseId, foreign.courseId],
      sections: [section([])],
    })
    expect(refused.problem?.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'body.content.sections bundleHasCourses',
      'body.content.courseIds.1 childTwice',
      'body.content.courseIds.2 childSelf',
      'body.content.courseIds.3 childBundle',
      'body.content.courseIds.4 childUnknown',
    ])
    expect((await save(id, 0, { ...content, courseIds: [two.courseId, one.courseId] })).status).toBe(200)
    const shown = await get(id)
    expect(shown).toMatchObject({
      activityCount: 2,
      children: [{ title: 'Two', status: 'published' }, { title: 'One' }],
    })
    expect((await publish(id, 1)).body.status).toBe('published')
    expect((await rowOf(id)).minutes).toBe(20)
  })

  test('are published with published courses only', async () => {
    const draft = await givenCourse(app, tenant, { title: 'Draft' })
    const bundle = await givenCourse(app, tenant, { isBundle: true, courseIds: [draft.courseId] })
    const refused = await publish(bundle.courseId, 1)
    expect(refused.problem?.errors?.[0]).toMatchObject({
      path: 'content.courseIds.0',
      code: 'childNotPublished',
      message: 'Draft: This course of the bundle is not published.',
    })
    const empty = await givenCourse(app, tenant, { isBundle: true })
    expect((await publish(empty.courseId, 1)).problem?.errors?.[0]?.code).toBe('noChildren')
    const course = await givenCourse(app, tenant)
    expect(
      (await save(course.courseId, 1, { ...course.content, courseIds: [draft.courseId] })).problem?.errors?.[0]?.code,
    ).toBe('courseHasSteps')
  })
})

describe('people and versions', () => {
  beforeAll(fresh)

  test('a learner who has a bundle has its courses, as long as it is shown', async () => {
    const child = await givenPublishedCourse(app, tenant)
    const bundle = await givenCourse(app, tenant, { isBundle: true, courseIds: [child.courseId] })
    const person = await givenPerson(app, tenant)
    const given = await app.call(admin, api.permissions.assign, {
      params: { documentType: 'course', documentId: bundle.courseId },
      body: { selection: { by: 'ids', ids: [person.membershipId] } },
    })
    expect(given.status).toBeLessThan(300)
    await app.settle()
    const has = async () => {
      const row = await app.services.db
        .tenant(tenant.tenantId)
        .read((tx) =>
          tx
            .selectFrom('assignments')
            .select('isActive')
            .where('documentId', '=', child.courseId)
            .where('userId', '=', person.userId)
            .executeTakeFirst(),
        )
      return row?.isActive ?? false
    }
    expect(await has()).toBe(false)
    expect((await publish(bundle.courseId, 1)).status).toBe(200)
    expect(await has()).toBe(true)
    await app.call(admin, api.courses.withdraw, { params: { courseId: bundle.courseId } })
    expect(await has()).toBe(false)
    await publish(bundle.courseId, 1)
    expect(await has()).toBe(true)
  })
})

describe('packages', () => {
  beforeAll(fresh)

  test('an uploaded package is imported by a job, used in a step, and shown with the course', async () => {
    const zip = makeZip([
      { name: 'imsmanifest.xml', data: manifest12({ title: 'Ladders' }) },
      { name: 'index.html', data: '<p>x</p>' },
    ])
    const file = await adoptBytes(app, admin, zip, 'package', 'ladders.zip')
    expect(file.body).toMatchObject({ name: 'ladders.zip', contentType: 'application/zip' })
    const started = await app.call(admin, api.courses.importPackage, { body: { fileId: file.body.id } })
    expect(started.status).toBe(202)
    await app.settle()
    const job = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('jobs').selectAll().where('id', '=', started.body.jobId).executeTakeFirstOrThrow())
    expect(job).toMatchObject({ kind: 'packages.import', state: 'succeeded', subject: 'ladders.zip' })
    const { packageId } = job.result as { packageId: string }
    const course = await givenCourse(app, tenant)
    const content = { ...course.content, sections: [section([scormActivity({ packageId })])] }
    expect((await save(course.courseId, 1, content)).status).toBe(200)
    expect((await get(course.courseId)).packages).toMatchObject([
      { id: packageId, title: 'Ladders', kind: 'scorm12', scoCount: 1 },
    ])
    expect((await publish(course.courseId, 2)).body.status).toBe('published')

    const foreign = await givenTenant(app)
    const theirs = await givenCourse(app, foreign)
    const refused = await save(theirs.courseId, 1, { ...theirs.content, sections: content.sections }, foreign.admin)
    expect(refused.problem?.errors?.[0]).toMatchObject({
      path: 'body.content.sections.0.activities.0.packageId',
      code: 'packageUnknown',
    })
  })
})

describe('copies', () => {
  beforeAll(fresh)

  test('have the same steps under fresh ids', async () => {
    const file = await givenFile(app, tenant)
    const course = await givenPublishedCourse(app, tenant, {
      title: 'Origin',
      activities: [pageActivity(), videoActivity({ fileId: file.fileId })],
    })
    const copy = await app.call(admin, api.courses.duplicate, { params: { courseId: course.courseId }, body: {} })
    expect(copy.status).toBe(201)
    expect(copy.body).toMatchObject({
      title: 'Copy of Origin',
      status: 'draft',
      publishedNumber: null,
      availability: { required: 0, optional: 0 },
      activityCount: 2,
    })
    const ids = (content: SentContent) =>
      content.sections.flatMap((one) => [one.id, ...one.activities.map((activity) => activity.id)])
    expect(ids(copy.body.content)).toHaveLength(3)
    for (const id of ids(copy.body.content)) expect(ids(course.content)).not.toContain(id)
    expect(copy.body.content.sections[0]?.activities[1]).toMatchObject({ kind: 'video', fileId: file.fileId })
    const named = await app.call(admin, api.courses.duplicate, {
      params: { courseId: course.courseId },
      body: { title: 'Mine' },
      headers: { 'accept-language': 'ar' },
    })
    expect(named.body.title).toBe('Mine')
  })
})

describe('the list', () => {
  let owner: GivenTenant
  beforeAll(async () => {
    owner = await givenTenant(app)
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
    await givenCourse(app, owner, {
      title: 'Äpfel 100%',
      category: 'Food',
      tags: ['a', 'b'],
      status: 'published',
      requiredCount: 5,
      createdAt: at(1),
    })
    await givenCourse(app, owner, {
      title: 'bananas',
      category: 'Food',
      tags: ['b'],
      optionalCount: 7,
      createdAt: at(2),
    })
    await givenCourse(app, owner, {
      title: 'Cherries_x',
      category: 'Drink',
      status: 'unpublished',
      requiredCount: 50,
      optionalCount: 1,
      createdAt: at(3),
    })
    await givenCourse(app, owner, {
      title: 'bananas',
      description: 'the second of the name',
      status: 'publishedwithdraft',
      createdAt: at(4),
    })
    await givenCourse(app, owner, { title: 'Archived', status: 'archived', createdAt: at(5) })
    await givenCourse(app, owner, { title: 'Bundle', isBundle: true, status: 'published', createdAt: at(6) })
  })

  const list = async (
    query: Parameters<typeof app.call<typeof api.courses.list>>[2] extends infer I
      ? I extends { query?: infer Q }
        ? Q
        : never
      : never,
  ) => (await app.call(owner.admin, api.courses.list, { query })).body
  const titles = async (query: Parameters<typeof list>[0]) => (await list(query)).items.map((item) => item.title)

  test('leaves archived ones out until they are asked for', async () => {
    expect(await titles({})).toEqual(['bananas', 'bananas', 'Bundle', 'Cherries_x', 'Äpfel 100%'])
    expect(await titles({ status: ['archived'] })).toEqual(['Archived'])
    expect((await list({ status: ['archived', 'draft'] })).total).toBe(2)
  })

  test('searches every word in title, description, category and tags, and takes wildcards as they are', async () => {
    expect(await titles({ search: 'SECOND name' })).toEqual(['bananas'])
    expect(await titles({ search: 'äpf' })).toEqual(['Äpfel 100%'])
    expect(await titles({ search: '100%' })).toEqual(['Äpfel 100%'])
    expect(await titles({ search: '%' })).toEqual(['Äpfel 100%'])
    expect(await titles({ search: '_x' })).toEqual(['Cherries_x'])
    expect(await titles({ search: 'drink' })).toEqual(['Cherries_x'])
    expect(await titles({ search: '\\' })).toEqual([])
  })

  test('filters', async () => {
    expect(await titles({ category: ['Food'] })).toEqual(['bananas', 'Äpfel 100%'])
    // A comma is a character of the category and separates nothing.
    expect(await titles({ category: ['Food,Drink'] })).toEqual([])
    expect((await titles({ category: ['Food', 'Drink'] })).length).toBeGreaterThan(2)
    expect(await titles({ tag: ['a', 'z'] })).toEqual(['Äpfel 100%'])
    expect(await titles({ isBundle: 'true' })).toEqual(['Bundle'])
    expect(await titles({ availability: ['required'] })).toEqual(['Cherries_x', 'Äpfel 100%'])
    expect(await titles({ availability: ['optional'] })).toEqual(['bananas'])
    expect(await titles({ availability: ['nobody'], isBundle: 'false' })).toEqual(['bananas'])
  })

  test('sorts by every key in both directions, and pages through each without a gap', async () => {
    expect(await titles({ sort: 'status' })).toEqual(['Äpfel 100%', 'Bundle', 'bananas', 'Cherries_x', 'bananas'])
    expect(await titles({ sort: 'availability' })).toEqual([
      'Cherries_x',
      'Äpfel 100%',
      'bananas',
      expect.any(String),
      expect.any(String),
    ])
    expect(await titles({ sort: 'createdAt', direction: 'desc' })).toEqual([
      'Bundle',
      'bananas',
      'Cherries_x',
      'bananas',
      'Äpfel 100%',
    ])
    for (const sort of ['title', 'createdAt', 'category', 'status', 'updatedAt', 'availability', 'isBundle'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const whole = (await list({ sort, direction })).items.map((item) => item.id)
        const paged: string[] = []
        let cursor: string | undefined
        for (let page = 0; page < 10; page++) {
          const one = await list({ sort, direction, limit: 2, ...(cursor ? { cursor } : {}) })
          expect(one.total).toBe(5)
          paged.push(...one.items.map((item) => item.id))
          if (one.next === null) break
          cursor = one.next
        }
        expect(paged, `${sort} ${direction}`).toEqual(whole)
      }
    }
  })

  test('a cursor of another sort is refused at its field', async () => {
    const { next } = await list({ limit: 1 })
    const answer = await app.call(owner.admin, api.courses.list, {
      query: { limit: 1, sort: 'status', cursor: next ?? '' },
    })
    expect(answer.problem?.errors?.[0]?.path).toBe('query.cursor')
  })

  test('counts what stands behind each filter', async () => {
    const { body } = await app.call(owner.admin, api.courses.facets)
    expect(body.status).toEqual([
      { value: 'published', count: 2 },
      { value: 'publishedwithdraft', count: 1 },
      { value: 'unpublished', count: 1 },
      { value: 'draft', count: 1 },
      { value: 'archived', count: 1 },
    ])
    expect(body.category).toEqual([
      { value: 'Drink', count: 1 },
      { value: 'Food', count: 2 },
    ])
    expect(body.tag).toEqual([
      { value: 'a', count: 1 },
      { value: 'b', count: 2 },
    ])
    expect(body.isBundle).toEqual([
      { value: 'false', count: 4 },
      { value: 'true', count: 1 },
    ])
    expect(body.availability).toEqual([
      { value: 'nobody', count: 2 },
      { value: 'optional', count: 1 },
      { value: 'required', count: 2 },
    ])
  })

  test('asks as many questions for 200 courses as for 10', async () => {
    const many = await givenTenant(app)
    const count = async () => {
      const statements = await statementsOf(app.services.db, () =>
        app.call(many.admin, api.courses.list, { query: { limit: 100 } }),
      )
      return { statements: statements.length, flushes: new Set(statements.map((one) => one.flush)).size }
    }
    const image = await givenFile(app, many, { contentType: 'image/webp', purpose: 'image' })
    for (let i = 0; i < 10; i++) await givenCourse(app, many, { imageFileId: image.fileId })
    const ten = await count()
    for (let i = 0; i < 190; i++) await givenCourse(app, many, { imageFileId: image.fileId })
    expect(await count()).toEqual(ten)
  })
})

describe('many at once', () => {
  beforeAll(fresh)

  test('do what can be done, and say what could not and why', async () => {
    const good = await givenCourse(app, tenant, { title: 'Good' })
    const published = await givenPublishedCourse(app, tenant, { title: 'Published' })
    const empty = await givenCourse(app, tenant, { title: 'Empty', sections: [] })
    const gone = newId()
    const started = await app.call(admin, api.courses.bulk, {
      body: {
        action: 'publish',
        selection: { by: 'ids', ids: [good.courseId, published.courseId, empty.courseId, gone] },
      },
    })
    expect(started.status).toBe(202)
    await app.settle()
    const job = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('jobs').selectAll().where('id', '=', started.body.jobId).executeTakeFirstOrThrow())
    expect(job).toMatchObject({
      kind: 'courses.bulk',
      state: 'succeeded',
      subject: 'Publish courses (4)',
      done: 4,
      total: 4,
    })
    expect(job.result).toEqual({
      action: 'publish',
      done: 1,
      skipped: 3,
      reasons: `Published: Everything is already published.\nEmpty: Empty: There are no steps yet.\n${gone}: It no longer exists.`,
    })
    expect((await rowOf(good.courseId)).status).toBe('published')
  })

  test('by filter, those that matched when it was asked', async () => {
    const inside = await givenCourse(app, tenant, { title: 'Put away', category: 'Old' })
    const started = await app.call(admin, api.courses.bulk, {
      body: { action: 'archive', selection: { by: 'filter', filter: { category: ['Old'] } } },
    })
    const later = await givenCourse(app, tenant, { title: 'Later', category: 'Old' })
    await app.settle()
    expect((await rowOf(inside.courseId)).status).toBe('archived')
    expect((await rowOf(later.courseId)).status).toBe('draft')
    await app.call(admin, api.courses.bulk, {
      body: { action: 'restore', selection: { by: 'filter', filter: { status: ['archived'], category: ['Old'] } } },
    })
    await app.settle()
    expect((await rowOf(inside.courseId)).status).toBe('draft')
    expect(started.status).toBe(202)
  })

  test('needs a key, and does it once', async () => {
    const course = await givenCourse(app, tenant)
    const body = { action: 'archive' as const, selection: { by: 'ids' as const, ids: [course.courseId] } }
    const first = await app.call(admin, api.courses.bulk, { body, idempotencyKey: 'bulk-1' })
    const second = await app.call(admin, api.courses.bulk, { body, idempotencyKey: 'bulk-1' })
    expect(second.body).toEqual(first.body)
    const without = await app.server.inject({
      method: 'POST',
      url: '/api/courses/bulk',
      headers: { host: 'localhost:3000', cookie: `${'x'}=y` },
      payload: body,
    })
    expect(without.statusCode).toBe(401)
  })
})

describe('refusals', () => {
  let course: GivenCourse
  beforeAll(async () => {
    await fresh()
    course = await givenPublishedCourse(app, tenant)
  })

  test('every operation: another tenant’s administrator, lower roles, strangers', async () => {
    const foreign = (await givenTenant(app)).admin
    const params = { courseId: course.courseId }
    const { content } = course
    const calls = [
      (caller: Caller) => app.call(caller, api.courses.get, { params }),
      (caller: Caller) => app.call(caller, api.courses.saveDraft, { params, body: { revision: 1, content } }),
      (caller: Caller) => app.call(caller, api.courses.publishPreview, { params }),
      (caller: Caller) => app.call(caller, api.courses.publish, { params, body: { revision: 1 } }),
      (caller: Caller) => app.call(caller, api.courses.discard, { params }),
      (caller: Caller) => app.call(caller, api.courses.withdraw, { params }),
      (caller: Caller) => app.call(caller, api.courses.archive, { params }),
      (caller: Caller) => app.call(caller, api.courses.restore, { params }),
      (caller: Caller) => app.call(caller, api.courses.duplicate, { params, body: {} }),
      (caller: Caller) => app.call(caller, api.courses.versions, { params }),
      (caller: Caller) => app.call(caller, api.courses.preview, { params }),
    ]
    const learner = await givenPerson(app, tenant)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    for (const call of calls) {
      expect((await call(foreign)).status).toBe(404)
      expect((await call(learner)).status).toBe(403)
      expect((await call(manager)).status).toBe(403)
      expect((await call(stranger)).status).toBe(401)
    }
    expect(await rowOf(course.courseId)).toMatchObject({ status: 'published', revision: 1 })
    // The positive control: the owner gets an answer other than these from each.
    for (const call of calls) expect([200, 201, 409]).toContain((await call(admin)).status)
  })

  test('a foreign administrator sees, filters and changes only the own tenant', async () => {
    const other = await givenTenant(app)
    expect((await app.call(other.admin, api.courses.list, {})).body).toMatchObject({ items: [], total: 0 })
    expect((await app.call(other.admin, api.courses.facets)).body.status).toEqual([])
    const mine = await givenPublishedCourse(app, tenant)
    await app.call(other.admin, api.courses.bulk, {
      body: { action: 'archive', selection: { by: 'ids', ids: [mine.courseId] } },
    })
    await app.settle()
    expect((await rowOf(mine.courseId)).status).toBe('published')
  })

  test('an import needs a file of this tenant that was uploaded as a package', async () => {
    const pdf = await givenFile(app, tenant, { contentType: 'application/pdf', purpose: 'document' })
    const foreign = await givenFile(app, await givenTenant(app), { contentType: 'application/zip', purpose: 'package' })
    for (const [fileId, code] of [
      [pdf.fileId, 'notAPackage'],
      [foreign.fileId, 'fileUnknown'],
      [newId(), 'fileUnknown'],
    ] as const) {
      const refused = await app.call(admin, api.courses.importPackage, { body: { fileId } })
      expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.fileId', code })
    }
  })
})
