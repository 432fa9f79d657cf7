import { api } from '@learnt/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { type GivenCourse, givenCourse, givenFile } from '../../../test/given/courses.ts'
import { makeImage } from '../../../test/given/media.ts'
import { makeWord, makeWorkbook, wordParagraph, wordPicture } from '../../../test/given/office-files.ts'
import { type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { newId } from '../../platform/ids.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

let app: TestApp
let tenant: GivenTenant
let course: GivenCourse
beforeAll(async () => {
  app = await testApp()
  tenant = await givenTenant(app)
  course = await givenCourse(app, tenant)
})

const wordFile = (bytes: Buffer, contentType = docx, of: GivenTenant = tenant) =>
  givenFile(app, of, { bytes, contentType, name: 'plan.docx', purpose: 'document' })
const importFile = (fileId: string, caller: Caller = tenant.admin, courseId = course.courseId) =>
  app.call(caller, api.courses.importPage, { params: { courseId }, body: { fileId } })

test('a Word file becomes a page: headings, tables, and pictures as files of the tenant', async () => {
  const row = `<w:tr><w:tc>${wordParagraph('cell')}</w:tc></w:tr>`
  const body = `${wordParagraph('Fire plan', 'Heading1')}${wordParagraph('Call &lt;112&gt;')}${wordPicture}<w:tbl>${row}</w:tbl>`
  const { fileId } = await wordFile(
    makeWord(body, { picture: await makeImage({ format: 'png', width: 40, height: 30 }) }),
  )
  const { body: page } = await importFile(fileId)
  expect(page?.lost).toEqual([])
  expect(page?.html).toContain('<h2>Fire plan</h2><p>Call &lt;112&gt;</p>')
  expect(page?.html).toContain('<td><p>cell</p></td>')
  const [, pictureId] = /<img data-file-id="([^"]+)" src="\/files\/[^"]+" alt="A map"/.exec(page?.html ?? '') ?? []
  const picture = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('files').selectAll().where('id', '=', String(pictureId)).executeTakeFirst())
  expect(picture).toMatchObject({ contentType: 'image/webp', purpose: 'image' })
})

test('what the page does not carry is named and counted', async () => {
  const body =
    wordParagraph('Text') +
    '<w:p><m:oMath xmlns:m="m"><m:r/></m:oMath><w:commentReference w:id="1"/><w:commentReference w:id="2"/></w:p>' +
    '<w:p><w:r><w:rPr><w:color w:val="FF0000"/></w:rPr><w:t>Red</w:t></w:r></w:p>' +
    '<w:p><w:hyperlink w:anchor="there"><w:r><w:t>there</w:t></w:r></w:hyperlink></w:p>' +
    wordPicture
  const { fileId } = await wordFile(makeWord(body, { picture: Buffer.from('no picture') }))
  expect((await importFile(fileId)).body?.lost).toEqual([
    { what: 'pictures', count: 1 },
    { what: 'formulas', count: 1 },
    { what: 'comments', count: 2 },
    { what: 'innerLinks', count: 1 },
    { what: 'colors', count: 1 },
  ])
})

test('a damaged, empty, overlong or other file is refused at its field, and the draft stays as it is', async () => {
  const before = (await app.call(tenant.admin, api.courses.get, { params: course })).body
  const long = makeWord(wordParagraph('x'.repeat(1000)).repeat(600))
  for (const [bytes, contentType, code] of [
    [Buffer.from('PK\u0003\u0004 nothing'), docx, 'broken'],
    [makeWord('<w:p><w:r>'), docx, 'broken'],
    [makeWord(''), docx, 'empty'],
    [long, docx, 'tooLarge'],
    [
      makeWorkbook({ sheets: { A: '' } }),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'notWord',
    ],
  ] as const) {
    const { fileId } = await wordFile(bytes, contentType)
    const answer = await importFile(fileId)
    expect(answer.status, code).toBe(422)
    expect(answer.problem?.errors).toMatchObject([{ path: 'body.fileId', code }])
    expect(answer.problem?.errors?.[0]?.message).not.toContain('courses.')
  }
  expect((await app.call(tenant.admin, api.courses.get, { params: course })).body).toEqual(before)
})

test('refuses files of another tenant, archived courses, and people who may not edit', async () => {
  const { fileId } = await wordFile(makeWord(wordParagraph('Text')))
  const foreign = await givenTenant(app)
  const theirs = await wordFile(makeWord(wordParagraph('Text')), docx, foreign)
  const archived = await givenCourse(app, tenant, { status: 'archived' })
  expect((await importFile(fileId)).status).toBe(200)
  for (const unknown of [theirs.fileId, newId()])
    expect((await importFile(unknown)).problem?.errors).toMatchObject([{ code: 'fileUnknown' }])
  expect((await importFile(fileId, foreign.admin)).status).toBe(404)
  expect((await importFile(fileId, tenant.admin, archived.courseId)).status).toBe(409)
  expect((await importFile(fileId, await givenPerson(app, tenant, { roles: ['manager'] }))).status).toBe(403)
})
