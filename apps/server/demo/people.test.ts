import { expect, test } from 'vitest'
import { generateLearners, generatePeople } from './people.ts'
import type { DemoTenantId } from './shapes.ts'
import { demoTenants } from './tenants.ts'

const endDate = new Date('2026-11-20T18:00:00Z')
const people = generatePeople(endDate)

test('the same seed and date give the same people, another seed gives others', () => {
  expect(generatePeople(endDate)).toEqual(people)
  expect(generatePeople(endDate, 'other').map((one) => one.email)).not.toEqual(people.map((one) => one.email))
})

test('300 learners, managers and the accounts of every tenant', () => {
  expect(people.filter((one) => one.memberships[0].roles.join() === 'learner')).toHaveLength(300)
  expect(new Set(people.map((one) => one.email)).size).toBe(people.length)
  expect(new Set(people.map((one) => one.employeeId)).size).toBe(people.length)
  for (const tenant of ['learnt', 'munro', 'stellar'] as const) {
    for (const role of ['learner', 'manager', 'admin', 'superadmin'] as const) {
      const account = people.find((one) => one.email === `${role}@${tenant}.example`)
      expect([account?.account, account?.tenantId, account?.memberships[0].status]).toEqual([role, tenant, 'active'])
      expect(account?.memberships[0].roles).toContain(role)
    }
    const team = people.filter((one) => one.memberships[0].managers.includes(`manager@${tenant}.example`))
    expect(team.length).toBeGreaterThan(8)
    expect(team.some((one) => one.email === `learner@${tenant}.example`)).toBe(true)
    for (const role of ['admin', 'superadmin']) {
      expect(people.find((one) => one.email === `${role}@${tenant}.example`)?.memberships[0].teamId).toBe(tenant)
    }
  }
})

test('memberships name teams, fields and managers of their own tenant', () => {
  for (const one of people) {
    const tenant = demoTenants.find((other) => other.id === one.tenantId)
    const labelled = new Set(tenant?.fields.map((field) => field.field as string))
    expect(one.memberships.filter((membership) => membership.isDefault)).toHaveLength(1)
    expect(new Set(one.memberships.map((membership) => membership.teamId)).size).toBe(one.memberships.length)
    for (const { teamId, managers, attributes } of one.memberships) {
      expect(tenant?.teams.map((team) => team.id)).toContain(teamId)
      for (const manager of managers) {
        const found = people.find((other) => other.key === manager)
        expect(found?.tenantId).toBe(one.tenantId)
        expect(found?.memberships[0].roles.some((role) => role !== 'learner')).toBe(true)
      }
      for (const [field, values] of Object.entries(attributes)) {
        if (values.length > 0 && !['position', 'tags'].includes(field)) expect(labelled).toContain(field)
      }
    }
  }
})

test('the people are plausible', () => {
  const statuses = new Set(people.map((one) => one.memberships[0].status))
  expect([...statuses].sort()).toEqual([
    'active',
    'archived',
    'compassionate leave',
    'inactive',
    'leave without pay',
    'maternity leave',
    'paternity leave',
    'sick leave',
    'terminated',
  ])
  expect(people.filter((one) => one.memberships[0].status === 'active').length / people.length).toBeGreaterThan(0.85)
  expect(people.filter((one) => one.language === 'ar' && /[\u0600-\u06ff]/.test(one.firstName)).length).toBeGreaterThan(
    5,
  )
  expect(people.filter((one) => one.memberships.length > 1).length).toBeGreaterThan(5)
  for (const one of people) {
    expect(one.email).toMatch(/^[a-z]+(\.[a-z]+)?@[a-z]+\.example$/)
    expect(one.hireDate < endDate.toISOString().slice(0, 10)).toBe(true)
    const ageWhenHired = (Date.parse(one.hireDate) - Date.parse(one.dob)) / (365.25 * 86_400_000)
    expect(ageWhenHired).toBeGreaterThan(16)
    if (one.terminationDate) expect(one.terminationDate > one.hireDate).toBe(true)
    const away = !['active', 'terminated', 'archived'].includes(one.memberships[0].status)
    expect(one.awaySince !== undefined).toBe(away)
  }
})

test('more learners: numbered, unique, under managers that exist', () => {
  const managers = new Set(people.map((one) => one.key))
  for (const tenantId of ['learnt', 'munro', 'stellar'] satisfies DemoTenantId[]) {
    const more = [...generateLearners(tenantId, 2000, endDate, 1)]
    const emails = new Set(more.map((one) => one.email))
    expect(emails.size).toBe(2000)
    for (const one of people) expect(emails).not.toContain(one.email)
    for (const one of more) for (const manager of one.memberships[0].managers) expect(managers).toContain(manager)
    expect([...generateLearners(tenantId, 1, endDate, 1234)][0]).toEqual(more[1233])
  }
})
