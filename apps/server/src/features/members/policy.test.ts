import { describe, expect, it } from 'vitest'
import { makeActor } from '../../platform/actor.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { isAdministering, mayAddTo, memberPolicy, refuseRoles } from './policy.ts'

const actor = (roles: string[], teamId = 'north') =>
  makeActor({ userId: 'me', teamId, tenantId: mintTenantId('acme'), roles, sessionId: null })
const member = (roles: string[], teamId = 'north', userId = 'you') => ({ userId, teamId, roles })

describe('who may do what with a person', () => {
  it.each([
    ['learner', 'learner', 'north', 'notFound'],
    ['manager', 'learner', 'north', 'notFound'],
    ['admin', 'learner', 'north', null],
    ['admin', 'admin', 'north', null],
    ['admin', 'superadmin', 'north', 'higherRole'],
    ['superadmin', 'superadmin', 'north', null],
    ['admin', 'learner', 'south', 'notFound'],
    ['superadmin', 'learner', 'south', null],
  ])('%s changes a %s of team %s: %s', (role, theirs, team, reason) => {
    expect(memberPolicy.update(actor([role]), member([theirs], team))?.reason ?? null).toBe(reason)
  })

  it('lets an administrator of the tenant’s own team see every team', () => {
    expect(memberPolicy.read(actor(['admin'], 'acme'), member(['learner'], 'south'))).toBeNull()
    expect(memberPolicy.read(actor(['admin'], 'north'), member(['learner'], 'south'))?.kind).toBe('hidden')
    expect(mayAddTo(actor(['admin'], 'acme'), 'south')).toBe(true)
    expect(mayAddTo(actor(['admin'], 'north'), 'south')).toBe(false)
  })

  it('lets nobody change their own status', () => {
    expect(memberPolicy.setStatus(actor(['admin']), member(['admin'], 'north', 'me'))?.reason).toBe('yourself')
    expect(memberPolicy.setStatus(actor(['admin']), member(['admin']))).toBeNull()
  })

  it.each([
    ['admin', ['learner'], ['learner', 'manager', 'admin'], null],
    ['admin', ['learner'], ['superadmin'], 'higherRole'],
    ['admin', ['superadmin', 'admin'], ['admin'], 'higherRole'],
    ['admin', ['superadmin', 'learner'], ['superadmin'], null],
    ['superadmin', ['learner'], ['superadmin'], null],
  ])('%s turns %j into %j: %s', (role, before, after, reason) => {
    expect(refuseRoles(actor([role]), before, after)?.reason ?? null).toBe(reason)
  })

  it('counts active administrators only', () => {
    expect(isAdministering({ roles: ['admin'], status: 'active' })).toBe(true)
    expect(isAdministering({ roles: ['superadmin'], status: 'active' })).toBe(true)
    expect(isAdministering({ roles: ['admin'], status: 'sick leave' })).toBe(false)
    expect(isAdministering({ roles: ['manager'], status: 'active' })).toBe(false)
  })
})
