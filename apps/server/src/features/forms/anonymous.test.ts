import { api } from '@learnt/contract'
import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Condition, Field, FormContent } from '@learnt/contract/forms/content'
import { newField } from '@learnt/contract/forms/new-form'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { type GivenPerson, givenPerson, givenTenant } from '../../../test/given/people.ts'

const app = await testApp()

const mood = { ...newField('scale', 'Mood'), key: 'kmood', required: true } as Field
const words = { ...newField('longText', 'Words'), key: 'kwords' } as Field

async function givenSurvey(people: number) {
  const tenant = await givenTenant(app)
  const form = await givenForm(app, tenant, [mood, words], { settings: { anonymous: true } })
  const learners: GivenPerson[] = []
  for (let at = 0; at < people; at++) {
    const one = await givenPerson(app, tenant)
    await givenAssignment(app, one, form.id, { type: 'form' })
    learners.push(one)
  }
  let at = 0
  const answer = async () => {
    const body = { answers: { kmood: (at % 5) + 1, kwords: `said ${at}` } as Record<string, AnswerValue> }
    const sent = await app.call(learners[at++] as Caller, api.forms.submitAnonymously, {
      params: { documentId: form.id },
      body,
    })
    expect(sent.status).toBe(200)
  }
  return { tenant, form, answer, learners }
}

/** All that an administrator can read about the answers, without the moment of reading. */
async function readAll(who: Caller, documentId: string, version?: number) {
  const query = version === undefined ? {} : { version }
  const { body } = await app.call(who, api.forms.analytics, { params: { documentId }, query })
  const file = await app.send(
    who,
    'GET',
    `/api/forms/${documentId}/submissions.csv${version === undefined ? '' : `?version=${version}`}`,
  )
  const rows = String(file.body)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => (row.split(',')[1] as string).replaceAll('"', ''))
    .sort()
  const { asOf: _, ...figures } = body
  return { figures, rows, answered: body.questions.map((one) => one.answered) }
}

async function publishAgain(admin: Caller, documentId: string, change: (content: FormContent) => FormContent) {
  const { body } = await app.call(admin, api.forms.get, { params: { documentId } })
  const content = change(body.content)
  await app.call(admin, api.forms.saveDraft, { params: { documentId }, body: { revision: body.revision, content } })
  return app.call(admin, api.forms.publish, { params: { documentId }, body: { revision: body.revision + 1 } })
}

describe('who reads an anonymous form after each answer', () => {
  it('sees complete groups of five and nothing between them, in figures and files', async () => {
    const { tenant, form, answer } = await givenSurvey(11)
    const seen = [await readAll(tenant.admin, form.id)]
    for (let count = 1; count <= 11; count++) {
      await answer()
      seen.push(await readAll(tenant.admin, form.id))
    }
    expect(seen.map((one) => one.figures.submitted)).toEqual([0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10])
    expect(seen.map((one) => one.rows.length)).toEqual([0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10])
    // Nothing at all changes between two groups.
    for (const [at, one] of seen.entries()) if (at % 5 !== 0) expect(one).toEqual(seen[at - 1])
    expect(seen[4]?.figures).toMatchObject({ tooFew: true, questions: [], days: [], outcomes: [] })
    expect(seen[5]?.answered).toEqual([5, 5])
    expect(seen[10]?.answered).toEqual([10, 10])
    // The groups are those that were told before, with five more.
    expect(seen[5]?.rows).toEqual([0, 1, 2, 3, 4].map((at) => `said ${at}`))
    // The answers of one form wait for those of the same form only.
    expect((await readAll(tenant.admin, form.id, 1)).figures.submitted).toBe(10)
    expect((await readAll(tenant.admin, form.id, 2)).figures).toMatchObject({ submitted: 0, tooFew: true })
  })

  it('learns nothing by publishing another version between two answers', async () => {
    const { tenant, form, answer } = await givenSurvey(15)
    for (let count = 0; count < 7; count++) await answer()
    // The next answer is the only one with the new question, and the only one of the second version.
    const marker = { ...newField('yesNo', 'Marker'), key: 'kmarker' } as Field
    const again = await publishAgain(tenant.admin, form.id, (content) => {
      const [page] = content.pages as [FormContent['pages'][number]]
      const [section] = page.sections as [(typeof page.sections)[number]]
      return { ...content, pages: [{ ...page, sections: [{ ...section, fields: [...section.fields, marker] }] }] }
    })
    expect(again.status).toBe(200)
    const before = await readAll(tenant.admin, form.id)
    for (let count = 0; count < 4; count++) {
      await answer()
      const all = await readAll(tenant.admin, form.id)
      expect(all.figures.submitted).toBe(5)
      expect(all.rows).toEqual(before.rows)
      expect((await readAll(tenant.admin, form.id, 2)).figures).toMatchObject({ submitted: 0, tooFew: true })
    }
    await answer()
    const [all, first, second] = [
      await readAll(tenant.admin, form.id),
      await readAll(tenant.admin, form.id, 1),
      await readAll(tenant.admin, form.id, 2),
    ]
    // Every difference of two filters is made of complete groups.
    expect([all, first, second].map((one) => one.figures.submitted)).toEqual([10, 5, 5])
    expect([...first.rows, ...second.rows].sort()).toEqual(all.rows)
    expect(second.rows).toEqual([7, 8, 9, 10, 11].map((at) => `said ${at}`).sort())
  })

  it('cannot ask a question of one person only', async () => {
    const { tenant, form, learners } = await givenSurvey(1)
    const condition: Condition = {
      match: 'all',
      tests: [{ on: 'member', attribute: 'position', is: 'isAnyOf', values: ['Welder'] }],
      groups: [],
    }
    const onlyWelders = (content: FormContent): FormContent => ({
      ...content,
      pages: content.pages.map((page) => ({
        ...page,
        sections: page.sections.map((section) => ({
          ...section,
          fields: section.fields.map((field) => (field.key === 'kwords' ? { ...field, showIf: condition } : field)),
        })),
      })),
    })
    expect((await publishAgain(tenant.admin, form.id, onlyWelders)).status).toBe(422)
    const named = await givenForm(app, tenant, [mood, words])
    expect((await publishAgain(tenant.admin, named.id, onlyWelders)).status).toBe(200)
    // One that was published before this was refused decides nothing by it.
    const old = await givenForm(app, tenant, [mood, { ...words, showIf: condition } as Field], {
      settings: { anonymous: true },
    })
    const [learner] = learners as [GivenPerson]
    await givenAssignment(app, learner, old.id, { type: 'form' })
    expect((await app.call(learner, api.forms.open, { params: { documentId: old.id } })).body.member).toEqual({})
  })
})
