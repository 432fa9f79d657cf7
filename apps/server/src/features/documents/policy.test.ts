import { publicationStates, publicationTransitions, publicationVerbs } from '@learnt/contract/states'
import { expect, test } from 'vitest'
import { makeActor } from '../../platform/actor.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { documentPolicy } from './policy.ts'

const tenantId = mintTenantId('learnt')
const actor = (...roles: string[]) => makeActor({ userId: 'u', teamId: 'learnt', tenantId, roles, sessionId: null })
const cells = publicationStates.flatMap((status) => publicationVerbs.map((verb) => [verb, status] as const))

test.each(cells)('%s a course that is %s', (verb, status) => {
  const rule = documentPolicy[verb]
  const possible = publicationTransitions[status][verb] !== undefined
  for (const admin of [actor('admin'), actor('superadmin'), actor('learner', 'admin')]) {
    expect(rule(admin, { type: 'course', createdBy: 'u', status })?.kind ?? 'allowed').toBe(
      possible ? 'allowed' : 'state',
    )
  }
  for (const other of [actor('learner'), actor('manager'), actor()])
    expect(rule(other, { type: 'course', createdBy: 'u', status })?.kind).toBe('hidden')
})

test.each(publicationStates)('seeing and duplicating are for administrators in every state (%s)', (status) => {
  for (const verb of ['see', 'duplicate'] as const) {
    expect(documentPolicy[verb](actor('admin'), { type: 'course', createdBy: 'u', status })).toBeNull()
    expect(documentPolicy[verb](actor('manager'), { type: 'course', createdBy: 'u', status })?.kind).toBe('hidden')
  }
})

test('says why', () => {
  const admin = actor('admin')
  expect(documentPolicy.publish(admin, { type: 'course', createdBy: 'u', status: 'published' })?.reason).toBe(
    'courses.nothingToPublish',
  )
  expect(documentPolicy.discard(admin, { type: 'course', createdBy: 'u', status: 'draft' })?.reason).toBe(
    'courses.noDraft',
  )
  expect(documentPolicy.withdraw(admin, { type: 'course', createdBy: 'u', status: 'unpublished' })?.reason).toBe(
    'courses.notPublished',
  )
  expect(documentPolicy.edit(admin, { type: 'course', createdBy: 'u', status: 'archived' })?.reason).toBe(
    'courses.archived',
  )
  expect(documentPolicy.restore(admin, { type: 'course', createdBy: 'u', status: 'draft' })?.reason).toBe(
    'courses.notArchived',
  )
})

test('managers keep the forms that they made, and no other document', () => {
  const form = { type: 'form', createdBy: 'u', status: 'draft' } as const
  for (const verb of ['see', 'edit', 'publish'] as const) {
    expect(documentPolicy[verb](actor('manager'), form)).toBeNull()
    expect(documentPolicy[verb](actor('learner'), form)?.kind).toBe('hidden')
    expect(documentPolicy[verb](actor('manager'), { ...form, createdBy: 'other' })?.kind).toBe('hidden')
    expect(documentPolicy[verb](actor('manager'), { ...form, type: 'resource' })?.kind).toBe('hidden')
  }
})
