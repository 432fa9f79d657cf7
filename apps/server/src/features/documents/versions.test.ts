import { api } from '@learnt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { givenFile, givenPublishedCourse, pageActivity, section, videoActivity } from '../../../test/given/courses.ts'
import { givenLearningPackage } from '../../../test/given/documents.ts'
import { type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'

const app = await testApp()
let tenant: GivenTenant
beforeAll(async () => {
  tenant = await givenTenant(app)
})

describe('versions of a course', () => {
  test('can be opened, compared and made the draft again', async () => {
    const { admin } = tenant
    const { fileId } = await givenFile(app, tenant)
    const [kept, gone] = [pageActivity({ html: '<p>First</p>' }), videoActivity({ fileId, title: '<b>Gone</b>' })]
    const course = await givenPublishedCourse(app, tenant, { title: 'One', activities: [kept, gone] })
    const params = { courseId: course.courseId }
    const next = { ...course.content, title: 'Two', sections: [section([{ ...kept, html: '<p>Second</p>' }])] }
    await app.call(admin, api.courses.saveDraft, { params, body: { revision: 1, content: next } })
    await app.call(admin, api.courses.publish, { params, body: { revision: 2, note: 'Shorter' } })
    await app.call(admin, api.courses.saveDraft, {
      params,
      body: { revision: 2, content: { ...next, title: 'Three' } },
    })
    const [second, first] = (await app.call(admin, api.courses.versions, { params })).body.items
    const open = (versionId: string, caller = admin) =>
      app.call(caller, api.courses.version, { params: { ...params, versionId } })
    const opened = (await open(first?.id ?? '')).body
    expect(opened.version).toMatchObject({ number: 1, note: '' })
    expect(opened.content).toMatchObject({ title: 'One' })
    expect(opened.files.map((file) => file.id)).toEqual([fileId])
    expect((await open(second?.id ?? '')).body).toMatchObject({
      content: { title: 'Two' },
      version: { note: 'Shorter' },
    })

    const compare = async (from: string, to: string) =>
      (await app.call(admin, api.courses.compareVersions, { params, query: { from, to } })).body.changes.map((one) => [
        one.change,
        one.title,
        ...one.fields,
      ])
    const [a, b] = [first?.id ?? '', second?.id ?? '']
    expect(await compare(a, b)).toContainEqual(['activityRemoved', '<b>Gone</b>'])
    expect(await compare(b, a)).toContainEqual(['activityAdded', '<b>Gone</b>'])
    expect(await compare(b, 'draft')).toEqual([['details', 'Three', 'title']])
    expect(await compare('draft', 'draft')).toEqual([])

    const restore = (versionId: string, revision: number) =>
      app.call(admin, api.courses.restoreVersion, { params: { ...params, versionId }, body: { revision } })
    expect((await restore(a, 2)).status).toBe(409)
    const restored = await restore(a, 3)
    expect(restored.body).toMatchObject({ status: 'publishedwithdraft', revision: 4, content: { title: 'One' } })
    // What was published does not change, and the draft before is kept in the log.
    expect((await open(b)).body.content.title).toBe('Two')
    const entry = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('auditEntries')
          .innerJoin('auditPayloads', 'auditPayloads.entryId', 'auditEntries.id')
          .select('auditPayloads.before')
          .where('action', '=', 'courses.restoreVersion')
          .executeTakeFirstOrThrow(),
      )
    expect(entry.before).toMatchObject({ content: { title: 'Three' } })

    // No version of another course or tenant, no draft, nobody but administrators.
    const other = await givenPublishedCourse(app, tenant)
    const foreign = await givenTenant(app)
    const theirs = await givenPublishedCourse(app, foreign)
    for (const id of [other.versionId, theirs.versionId, newId()]) {
      expect((await open(id)).status).toBe(404)
      expect((await restore(id, 4)).status).toBe(404)
      expect((await app.call(admin, api.courses.compareVersions, { params, query: { from: a, to: id } })).status).toBe(
        404,
      )
    }
    expect((await open(a, foreign.admin)).status).toBe(404)
    expect((await open(a, await givenPerson(app, tenant))).status).toBe(403)
    await app.call(admin, api.courses.archive, { params })
    expect((await restore(a, 4)).status).toBe(409)
  })
})

describe('versions of every other kind', () => {
  test('are opened, compared and restored in the same way', async () => {
    const { admin } = tenant
    const course = await givenPublishedCourse(app, tenant, { title: 'A step' })
    const { id: documentId, versionId } = await givenLearningPackage(app, tenant, [
      { documentType: 'course', documentId: course.courseId },
    ])
    const params = { documentId }
    const { body: before } = await app.call(admin, api.learningPackages.get, { params })
    const saved = await app.call(admin, api.learningPackages.saveDraft, {
      params,
      body: { revision: 1, content: { ...before.content, description: 'Of the draft' } },
    })
    expect(saved.status).toBe(200)
    const at = { ...params, versionId }
    const opened = await app.call(admin, api.learningPackages.version, { params: at })
    expect(opened.body).toMatchObject({ version: { number: 1 }, content: { description: '' } })
    expect(opened.body.documents.map((one) => one.title)).toEqual(['A step'])
    const compared = await app.call(admin, api.learningPackages.compareVersions, {
      params,
      query: { from: versionId, to: 'draft' },
    })
    expect(compared.body.changes).toMatchObject([{ change: 'details', fields: ['description'] }])
    const restored = await app.call(admin, api.learningPackages.restoreVersion, { params: at, body: { revision: 2 } })
    expect(restored.body.content.description).toBe('')
    // A pathway has no such version.
    expect((await app.call(admin, api.pathways.version, { params: at })).status).toBe(404)
  })
})
