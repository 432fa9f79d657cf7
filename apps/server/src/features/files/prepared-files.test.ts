import { api } from '@learnt/contract'
import { fillPath } from '@learnt/contract/endpoint'
import type { DocumentPart, StoredFile } from '@learnt/contract/files'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { givenFile } from '../../../test/given/courses.ts'
import { makeImage } from '../../../test/given/media.ts'
import {
  makeSlides,
  makeWord,
  makeWorkbook,
  slideText,
  wordParagraph,
  wordPicture,
} from '../../../test/given/office-files.ts'
import { type GivenTenant, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { adoptBytes } from '../../../test/given/uploads.ts'
import { makeActor, systemUserId } from '../../platform/actor.ts'
import { createContext } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { translatorFor } from '../../platform/translate.ts'
import { prepareFile } from './commands.ts'
import { signFileUrl } from './queries.ts'

let app: TestApp
let tenant: GivenTenant
let admin: Caller
beforeAll(async () => {
  app = await testApp()
  tenant = await givenTenant(app)
  admin = tenant.admin
})

const signatureOf = ({ url }: Pick<StoredFile, 'url'>) => {
  const [, , fileId = '', signature = ''] = url.split('/')
  return { fileId, signature }
}
const outlineOf = (file: Pick<StoredFile, 'url'>, caller = admin, headers: Record<string, string> = {}) =>
  app.call(caller, api.files.outline, { params: signatureOf(file), headers })
const partUrl = (file: Pick<StoredFile, 'url'>, number: number | string) =>
  fillPath(api.files.part.path, { ...signatureOf(file), number })
const getPart = async (file: Pick<StoredFile, 'url'>, number: number): Promise<DocumentPart> =>
  JSON.parse((await app.send(admin, 'GET', partUrl(file, number))).body.toString())
const adopt = async (bytes: Buffer | string, name: string) =>
  (await adoptBytes(app, admin, Buffer.from(bytes), 'document', name)).body
const findRow = (fileId: string) =>
  app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('preparedFiles').selectAll().where('fileId', '=', fileId).executeTakeFirst())
const countParts = async (fileId: string) => {
  const { count } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
    tx
      .selectFrom('preparedParts')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('fileId', '=', fileId)
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

describe('a document', () => {
  test('is prepared once it is stored, and read in parts that the browser keeps', async () => {
    const file = await adopt(`name,age\n${'Zoë,41\n'.repeat(450)}`, 'people.csv')
    expect((await outlineOf(file)).body).toMatchObject({ state: 'waiting', kind: 'sheets', parts: 0, sheets: [] })
    expect((await app.send(admin, 'GET', partUrl(file, 0))).status).toBe(404)
    await app.settle()
    const { body } = await outlineOf(file)
    expect(body).toMatchObject({ state: 'ready', kind: 'sheets', reason: '', parts: 3 })
    expect(body.sheets[0]).toMatchObject({ rows: 451, columns: 2, firstPart: 0, starts: [0, 200, 400], numeric: [1] })

    const reply = await app.send(admin, 'GET', partUrl(file, 2))
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect(JSON.parse(reply.body.toString()).rows).toHaveLength(51)
    const known = await app.send(admin, 'GET', partUrl(file, 2), {
      headers: { 'if-none-match': String(reply.headers.etag) },
    })
    expect([known.status, known.body.length]).toEqual([304, 0])
    for (const number of [3, -1, '1.5', 'x', 99_999_999])
      expect((await app.send(admin, 'GET', partUrl(file, number))).status).toBe(404)
    expect((await findRow(file.id))?.text).toContain('Zoë 41')
  })

  test('shows its pictures by addresses that are the reader’s own', async () => {
    const picture = await makeImage({ width: 1500, height: 300, format: 'png' })
    const word = await adopt(makeWord(wordParagraph('Look') + wordPicture, { picture }), 'a.docx')
    const shape = '<p:pic><p:blipFill><a:blip r:embed="pic"/></p:blipFill></p:pic>'
    const slides = await adopt(makeSlides([slideText('title', 'Hi') + shape], { picture }), 'a.pptx')
    const broken = await adopt(makeWord(wordParagraph('No') + wordPicture, { picture: Buffer.from('emf') }), 'b.docx')
    await app.settle()
    const page = await getPart(word, 0)
    const html = page.kind === 'word' ? page.html : ''
    expect(html).toMatch(
      /^<p>Look<\/p><p><img data-file-id="[^"]+" src="[^"]+" alt="A map" width="1280" height="256" \/>/,
    )
    const part = await getPart(slides, 0)
    const block = part.kind === 'slides' ? part.slides[0]?.blocks[0] : undefined
    const urls = [/src="([^"]+)"/.exec(html)?.[1] ?? '', block?.kind === 'picture' ? block.url : '']
    const colleague = await givenPerson(app, tenant, { roles: ['admin'] })
    for (const url of urls) {
      const shown = await app.send(admin, 'GET', url)
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
      expect((await app.send(colleague, 'GET', url)).status).toBe(404)
    }
    expect(await getPart(broken, 0)).toEqual({ kind: 'word', html: '<p>No</p><p></p>' })
  })

  test('that cannot be read says why, in the reader’s language, and can be downloaded', async () => {
    const file = await adopt(makeWorkbook({ sheets: { A: '<row><c><v>1</v></c></row><broken' } }), 'a.xlsx')
    await app.settle()
    const { body } = await outlineOf(file, admin, { 'accept-language': 'de' })
    expect(body).toMatchObject({ state: 'failed', kind: 'sheets', parts: 0 })
    expect(body.reason).toMatch(/^Die Datei ist beschädigt/)
    expect((await app.send(admin, 'GET', file.url)).status).toBe(200)
    expect(await countParts(file.id)).toBe(0)
  })

  test('of text says how it is encoded, and is read anew as an administrator chooses', async () => {
    // 名前,年齢 and 佐藤,30 as Excel writes them in Japan.
    const file = await adopt(Buffer.from('96bc914f2c944e97ee0d0a8db293a12c33300d0a', 'hex'), 'cp932.csv')
    await app.settle()
    expect((await outlineOf(file)).body).toMatchObject({
      encoding: 'shift_jis',
      encodingBasis: 'guessed',
      telling: [
        { line: 1, cells: ['名前', '年齢'] },
        { line: 2, cells: ['佐藤', '30'] },
      ],
    })
    const choose = (encoding: string, caller: Caller = admin, fileId = file.id) =>
      app.call(caller, api.files.readAs, { params: { fileId }, body: { encoding } })
    const other = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const word = await adopt(makeWord(wordParagraph('x')), 'x.docx')
    expect((await choose('windows-1252', learner)).status).toBe(403)
    expect((await choose('windows-1252', other.admin)).status).toBe(404)
    expect((await choose('windows-1252', admin, word.id)).status).toBe(404)
    expect((await choose('martian')).problem?.errors?.[0]?.path).toBe('body.encoding')
    expect(await choose('EUC-JP')).toMatchObject({ status: 200, body: { state: 'waiting' } })
    await app.settle()
    expect((await outlineOf(file)).body).toMatchObject({
      state: 'ready',
      encoding: 'euc-jp',
      encodingBasis: 'chosen',
    })
    await choose('')
    await app.settle()
    expect(await getPart(file, 0)).toMatchObject({ rows: [['名前', '年齢'], {}] })
    // Another row: the one before was not kept beside it.
    expect(await countParts(file.id)).toBe(1)
  })

  test('that was stored before is prepared when somebody first asks, once', async () => {
    const { fileId } = await givenFile(app, tenant, {
      purpose: 'document',
      name: 'old.csv',
      contentType: 'text/csv',
      bytes: Buffer.from('a,b\n1,2\n'),
    })
    const file = (await app.call(admin, api.files.get, { params: { fileId } })).body
    expect(await findRow(fileId)).toBeUndefined()
    const asked = await Promise.all([1, 2, 3].map(() => outlineOf(file)))
    expect(asked.map(({ body }) => body.state)).toEqual(['waiting', 'waiting', 'waiting'])
    const first = await findRow(fileId)
    // Lost on the way, it is requested again after a while.
    await app.services.db.tenant(tenant.tenantId).write((tx) => tx.deleteFrom('outbox').execute())
    await outlineOf(file)
    expect((await findRow(fileId))?.runId).toBe(first?.runId)
    app.clock.advance(31 * 60_000)
    await outlineOf(file)
    expect((await findRow(fileId))?.runId).not.toBe(first?.runId)
    await app.settle()
    expect((await outlineOf(file)).body).toMatchObject({ state: 'ready', parts: 1 })
  })

  test('is read by the person its address was signed for, and nobody else', async () => {
    const file = await adopt('a,b\n1,2\n', 'a.csv')
    await app.settle()
    const learner = await givenPerson(app, tenant)
    const actor = makeActor({ ...learner, roles: ['learner'], sessionId: null })
    const own = { url: signFileUrl({ actor, now: app.clock.now(), services: app.services }, file) }
    expect((await outlineOf(own, learner)).status).toBe(200)
    expect((await app.send(learner, 'GET', partUrl(own, 0))).status).toBe(200)

    const other = await givenTenant(app)
    const colleague = await givenPerson(app, tenant, { roles: ['admin'] })
    for (const [caller, address, status] of [
      [colleague, own, 404],
      [learner, file, 404],
      [other.admin, file, 404],
      [stranger, file, 401],
    ] as const) {
      expect((await outlineOf(address, caller)).status).toBe(status)
      expect((await app.send(caller, 'GET', partUrl(address, 0))).status).toBe(status)
    }
    // A signature of hours ago, and one for another file.
    const image = (await adoptBytes(app, admin, await makeImage(), 'image')).body
    expect((await outlineOf(image)).status).toBe(404)
    const crossed = { url: `/files/${file.id}/${signatureOf(image).signature}/a.csv` }
    expect((await outlineOf(crossed)).status).toBe(404)
    app.clock.advance(13 * 3_600_000)
    expect((await app.send(learner, 'GET', partUrl(own, 0))).status).toBe(404)
  })
})

describe('preparing', () => {
  const taskOf = (beforeCommit?: () => Promise<void>) =>
    createContext({
      actor: makeActor({
        userId: systemUserId,
        teamId: tenant.tenantId,
        tenantId: tenant.tenantId,
        roles: ['admin'],
        sessionId: null,
      }),
      services: app.services,
      requestId: 'task',
      locale: 'en',
      t: translatorFor('en'),
      beforeCommit,
    })
  const rows = (count: number) =>
    `<row><c><v>1</v></c><c t="str"><v>${'long text '.repeat(150)}</v></c></row>`.repeat(count)

  test('begins again after it was killed half-way', async () => {
    const file = await adopt(makeWorkbook({ sheets: { A: rows(1200) } }), 'a.xlsx')
    const runId = (await findRow(file.id))?.runId as string
    let writes = 0
    const killed = taskOf(async () => {
      if (++writes > 3) throw new Error('killed')
    })
    await expect(prepareFile(killed, { fileId: file.id, runId })).rejects.toThrow('killed')
    const half = await countParts(file.id)
    expect(half).toBeGreaterThan(0)
    expect((await outlineOf(file)).body.state).toBe('waiting')
    expect((await app.send(admin, 'GET', partUrl(file, 0))).status).toBe(404)

    await app.settle()
    const { body } = await outlineOf(file)
    expect(body.state).toBe('ready')
    expect(body.parts).toBeGreaterThan(half)
    expect(await countParts(file.id)).toBe(body.parts)
  })

  test('a second time at once, or late, changes nothing', async () => {
    const file = await adopt(makeWorkbook({ sheets: { A: rows(900) } }), 'a.xlsx')
    const runId = (await findRow(file.id))?.runId as string
    await Promise.all([
      prepareFile(taskOf(), { fileId: file.id, runId: newId() }),
      prepareFile(taskOf(), { fileId: file.id, runId }),
    ])
    const parts = await countParts(file.id)
    const { body } = await outlineOf(file)
    expect(body).toMatchObject({ state: 'ready', parts })
    await prepareFile(taskOf(), { fileId: file.id, runId })
    expect(await countParts(file.id)).toBe(parts)
  })

  test('waits for its turn where others are being read', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4].map((n) => adopt(makeWorkbook({ sheets: { A: rows(200) } }), `${n}.xlsx`)),
    )
    const runs = await Promise.all(
      all.map(async (file) => ({ fileId: file.id, runId: (await findRow(file.id))?.runId as string })),
    )
    await Promise.all(runs.map((run) => prepareFile(taskOf(), run)))
    const states = async () => (await Promise.all(all.map((file) => outlineOf(file)))).map(({ body }) => body.state)
    expect((await states()).filter((state) => state === 'ready')).toHaveLength(2)
    app.clock.advance(2000)
    await app.settle()
    expect(await states()).toEqual(['ready', 'ready', 'ready', 'ready'])
  })
})
