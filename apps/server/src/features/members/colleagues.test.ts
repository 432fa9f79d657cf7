import { api } from '@learnt/contract'
import { newField } from '@learnt/contract/forms/new-form'
import type { ColleagueView } from '@learnt/contract/team-values'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenForm } from '../../../test/given/forms.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'

/** A tenant that shows colleagues so; a learner with a form that asks for one, and the colleagues to find. */
async function given(colleagues: ColleagueView) {
  const app = await testApp()
  const tenant = await givenTenant(app, { settings: { colleagues } })
  const otherTeam = await givenTeam(app, tenant)
  const manager = await givenPerson(app, tenant, { roles: ['manager'] })
  const grace = await givenPerson(app, tenant, { firstName: 'Grace', lastName: 'Hopper', managers: [manager.userId] })
  await givenPerson(app, { ...tenant, teamId: otherTeam }, { userId: grace.userId, email: grace.email })
  const elsewhere = await givenPerson(app, { ...tenant, teamId: otherTeam }, { firstName: 'Grace', lastName: 'Kelly' })
  const learner = await givenPerson(app, tenant)
  const form = await givenForm(app, tenant, [{ ...newField('person', 'Who'), key: 'who' }])
  const open = async (person: GivenPerson) => {
    await givenAssignment(app, person, form.id, { type: 'form' })
    const begun = await app.call(person, api.forms.open, { params: { documentId: form.id } })
    return { submissionId: begun.body.submission.id }
  }
  const [own, bosses] = [await open(learner), await open(manager)]
  const find = (by: GivenPerson, params: { submissionId: string }, search: string) =>
    app.call(by, api.forms.findPeople, { params, query: { search } })
  const name = (id: string) =>
    app.call(learner, api.forms.submit, {
      params: own,
      body: { revision: 0, window: 'w1', changes: { who: [{ id, name: 'x' }] } },
    })
  return { app, tenant, manager, grace, elsewhere, learner, own, bosses, find, name }
}

it('shows colleagues of the team by name alone, and never an address', async () => {
  const { find, own, learner, grace, tenant, app } = await given('name')
  const found = await find(learner, own, 'grace')
  expect(found.body).toEqual({ shows: 'name', items: [{ id: grace.userId, name: 'Grace Hopper', teams: [] }] })
  expect((await find(learner, own, grace.email)).body.items).toEqual([])
  const standIn = await app.call(tenant.admin, api.requests.standIns.people, { query: { search: 'grace' } })
  expect(standIn.body).toEqual(found.body)
})

it('shows the names of their teams, too', async () => {
  const { find, own, learner } = await given('nameAndTeam')
  const { items } = (await find(learner, own, 'grace')).body
  expect(items.map((one) => [one.name, one.teams.length])).toEqual([['Grace Hopper', 2]])
  expect(JSON.stringify(items)).not.toContain('@')
})

it('shows nobody: a whole address finds its person, and managers find their own', async () => {
  const { find, own, bosses, learner, manager, grace } = await given('off')
  const [byName, byPart] = [await find(learner, own, 'grace'), await find(learner, own, grace.email.slice(0, -3))]
  expect([byName.body.items, byPart.body.items]).toEqual([[], []])
  const byAddress = await find(learner, own, grace.email.toUpperCase())
  expect(byAddress.body).toEqual({ shows: 'off', items: [{ id: grace.userId, name: 'Grace Hopper', teams: [] }] })
  expect((await find(manager, bosses, 'grace')).body.items.map((one) => one.id)).toEqual([grace.userId])
})

it('takes nobody of other teams in an answer, and puts the name in itself', async () => {
  const { app, learner, own, name, grace, elsewhere } = await given('name')
  const refused = await name(elsewhere.userId)
  expect(refused.problem?.errors).toMatchObject([{ path: 'answers.who', code: 'noSuchPerson' }])
  expect((await name(grace.userId)).status).toBe(200)
  const kept = await app.call(learner, api.forms.ownSubmission, { params: own })
  expect(JSON.stringify(kept.body)).toContain('Grace Hopper')
})
