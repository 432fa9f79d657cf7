import { publicationStates, publicationTransitions, publicationVerbs } from '@learnt/contract/states'
import { expect, test } from 'vitest'
import { makeActor } from '../../platform/actor.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { coursePolicy } from './policy.ts'

const tenantId = mintTenantId('learnt')
const actor = (...roles: string[]) => makeActor({ userId: 'u', teamId: 'learnt', tenantId, roles, sessionId: null })
const cells = publicationStates.flatMap((status) => publicationVerbs.map((verb) => [verb, status] as const))

test.each(cells)('%s a course that is %s', (verb, status) => {
  const rule = coursePolicy[verb]
  const possible = publicationTransitions[status][verb] !== undefined
  for (const admin of [actor('admin'), actor('superadmin'), actor('learner', 'admin')]) {
    expect(rule(admin, { status })?.kind ?? 'allowed').toBe(possible ? 'allowed' : 'state')
  }
  for (const other of [actor('learner'), actor('manager'), actor()])
    expect(rule(other, { status })?.kind).toBe('hidden')
})

test.each(publicationStates)('seeing and duplicating are for administrators in every state (%s)', (status) => {
  for (const verb of ['see', 'duplicate'] as const) {
    expect(coursePolicy[verb](actor('admin'), { status })).toBeNull()
    expect(coursePolicy[verb](actor('manager'), { status })?.kind).toBe('hidden')
  }
})

test('says why', () => {
  const admin = actor('admin')
  expect(coursePolicy.publish(admin, { status: 'published' })?.reason).toBe('courses.nothingToPublish')
  expect(coursePolicy.discard(admin, { status: 'draft' })?.reason).toBe('courses.noDraft')
  expect(coursePolicy.withdraw(admin, { status: 'unpublished' })?.reason).toBe('courses.notPublished')
  expect(coursePolicy.edit(admin, { status: 'archived' })?.reason).toBe('courses.archived')
  expect(coursePolicy.restore(admin, { status: 'draft' })?.reason).toBe('courses.notArchived')
})
