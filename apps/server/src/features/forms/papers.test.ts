import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { makePdf } from '../../../test/given/media.ts'
import { givenPerson, givenTenant } from '../../../test/given/people.ts'
import { uploadBytes } from '../../../test/given/uploads.ts'
import { linesOfPdf } from '../../../test/pdf-lines.ts'
import { cutParts, type PaperPart, paperLetters } from '../../platform/pdf/paper.ts'

const app = await testApp()
const named = <F extends Field>(field: F, key: string, more: Partial<F> = {}): F => ({ ...field, key, ...more })

async function pdf(who: Caller, path: string, language = 'en') {
  const reply = await app.send(who, 'GET', path, { headers: { 'accept-language': language } })
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/pdf')
  const keep = process.env.PAPERS_TO
  if (keep)
    await (await import('node:fs/promises')).writeFile(
      `${keep}/${language}-${path.replace(/\W+/g, '-')}.pdf`,
      reply.body,
    )
  return linesOfPdf(reply.body)
}

it('prints of a submission what its page shows, for the person and for those who mark it, and for nobody else', async () => {
  const tenant = await givenTenant(app)
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const other = await givenPerson(app, tenant, { roles: ['manager'] })
  const person = { firstName: 'ليلى', lastName: 'Haddad', managers: [manager.userId] }
  const learner = await givenPerson(app, tenant, person)
  const question = newField('shortAnswer', 'Capital of France', true)
  const quiz = question.quiz as NonNullable<typeof question.quiz>
  const key = { accepted: [{ text: 'Parisian-key', percent: 100 }], matchCase: false, matchAccents: false } as never
  const fields: Field[] = [
    named(question, 'kq', { quiz: { ...quiz, points: 3, key } }),
    named(newField('longText', 'Why?'), 'kwhy'),
    named(newField('signature', 'Signature of the learner'), 'ksign'),
    named(newField('shortText', 'Only when asked'), 'khidden', {
      showIf: {
        match: 'all',
        groups: [],
        tests: [{ on: 'answer', field: 'kwhy', part: null, is: 'contains', values: ['never'] }],
      },
    }),
    ...Array.from({ length: 200 }, (_, at) => named(newField('shortText', `Field ${at}`), `kf${at}`)),
  ]
  const form = await givenForm(app, tenant, fields, {
    kind: 'quiz',
    title: 'Fire drill',
    settings: { review: { answers: 'submitted', marks: 'never', feedback: 'never', key: 'never' } },
  })
  await givenAssignment(app, learner, form.id, { type: 'form' })
  const opened = await app.call(learner, api.forms.open, { params: { documentId: form.id } })
  const submissionId = opened.body.submission.id
  const changes: Record<string, AnswerValue> = {
    kq: 'London',
    kwhy: `لأن الحريق في المكتب 3\n${'Long words of an answer that goes on and on. '.repeat(150)}The very end.`,
    ksign: { name: 'Leila Haddad', strokes: [[100, 100, 400, 800, 900, 200]] },
    kf199: 'last of all',
  }
  const submitted = await app.call(learner, api.forms.submit, {
    params: { submissionId },
    body: { revision: 0, window: 'w1', changes },
  })
  expect(submitted.status).toBe(200)

  const own = await pdf(learner, `/api/my/submissions/${submissionId}/submission.pdf`)
  const text = own.flat().join(' ')
  expect(own.length).toBeGreaterThan(5)
  for (const said of [
    'Fire drill',
    'Haddad',
    'Capital of France',
    'London',
    'The very end.',
    'Signed by Leila Haddad',
    'last of all',
  ])
    expect(text).toContain(said)
  for (const kept of ['Parisian-key', 'Only when asked', 'Wrong', 'out of']) expect(text).not.toContain(kept)
  // No question stands alone at the end of a page, and no line below its edge.
  for (const page of own) expect(page.slice(0, -1).at(-1)).not.toMatch(/^Field \d+$/)

  const whole = (await pdf(manager, `/api/submissions/${submissionId}/submission.pdf`)).flat().join(' ')
  for (const said of ['Parisian-key', 'Wrong', '0 of 3', 'London']) expect(whole).toContain(said)
  for (const caller of [other, await givenPerson(app, tenant), (await givenTenant(app)).admin])
    for (const path of ['/api/submissions/', '/api/my/submissions/'])
      expect((await app.send(caller, 'GET', `${path}${submissionId}/submission.pdf`)).status).toBe(404)

  const arabic = (await pdf(learner, '/api/my/results/forms.pdf', 'ar')).flat()
  expect(arabic).toContain('نتائجي')
  expect(arabic.join(' ')).toContain('Fire drill')
  expect(arabic.join(' ')).not.toContain('غير ناجح')
})

it('takes as much as a paper has room for, and says that there is more', () => {
  const parts = Array.from(
    { length: 500 },
    (): PaperPart => ({ kind: 'text', tone: 'plain', text: 'x'.repeat(20_000) }),
  )
  const cut = cutParts([{ kind: 'box', parts }], 'There is more.')
  const letters = JSON.stringify(cut).length
  expect(letters).toBeGreaterThan(paperLetters - 1000)
  expect(letters).toBeLessThan(paperLetters + 5000)
  expect(cut.at(-1)).toMatchObject({ text: 'There is more.' })
  expect(cutParts(parts.slice(0, 2), 'There is more.')).toEqual(parts.slice(0, 2))
})

it('puts the files of a form into an archive: those of the people its reader sees, each under a name of its own', async () => {
  const tenant = await givenTenant(app)
  const [manager, other, marker] = [
    await givenPerson(app, tenant, { roles: ['manager'] }),
    await givenPerson(app, tenant, { roles: ['manager'] }),
    await givenPerson(app, tenant),
  ]
  const field = named(newField('file', 'Your: plan'), 'kfile', { maxFiles: 2 })
  const form = await givenForm(app, tenant, [field], {
    title: 'Plans',
    settings: { assessors: { managers: true, administrators: true, people: [marker.userId], second: false } },
  })
  const zipOf = async (who: Caller, documentId = form.id) => {
    const started = await app.call(who, api.forms.zipFiles, { params: { documentId } })
    if (started.status !== 202) return { status: started.status, names: [], link: '' }
    await app.settle()
    const job = (await app.call(who, api.jobs.get, { params: { jobId: started.body.jobId } })).body
    const archive = await app.send(who, 'GET', job.link ?? '')
    // The names in the list at the end of an archive.
    const entries = archive.body.toString('latin1').split('PK\u0001\u0002').slice(1)
    const names = entries.map((entry) => entry.slice(42, 42 + entry.charCodeAt(24)))
    return { status: archive.status, names, link: job.link ?? '' }
  }
  expect((await zipOf(tenant.admin)).status).toBe(409)
  for (const managers of [[manager.userId], [other.userId]]) {
    const learner = await givenPerson(app, tenant, { firstName: 'Kim', lastName: '../Case', managers })
    await givenAssignment(app, learner, form.id, { type: 'form' })
    const { submission } = (await app.call(learner, api.forms.open, { params: { documentId: form.id } })).body
    const given = []
    for (const name of ['plan.pdf', 'PLAN.pdf']) {
      const uploadId = await uploadBytes(app, learner, makePdf(), name)
      const params = { submissionId: submission.id }
      const made = await app.call(learner, api.forms.adoptFile, { params, body: { uploadId, field: 'kfile' } })
      given.push({ fileId: made.body.id, name, size: 1 })
    }
    const body = { revision: 0, window: 'w1', changes: { kfile: given } }
    expect((await app.call(learner, api.forms.submit, { params: { submissionId: submission.id }, body })).status).toBe(
      200,
    )
  }
  const files = (folder: string) => [`${folder}/Your plan - plan.pdf`, `${folder}/Your plan - PLAN (2).pdf`]
  const all = await zipOf(tenant.admin)
  expect(all.names).toEqual([...files('Kim .. Case'), ...files('Kim .. Case (2)')])
  const own = await zipOf(manager)
  expect(own.names).toEqual(files('Kim .. Case'))
  expect((await zipOf(marker)).names).toHaveLength(4)
  expect((await app.send(tenant.admin, 'GET', own.link)).status).toBe(404)
  for (const who of [await givenPerson(app, tenant), (await givenTenant(app)).admin])
    expect((await zipOf(who)).status).toBe(404)
  const secret = await givenForm(app, tenant, [named(newField('shortText', 'Say'), 'ksay')], {
    settings: { anonymous: true },
  })
  expect((await zipOf(tenant.admin, secret.id)).status).toBe(409)
})
