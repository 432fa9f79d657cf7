import { describe, expect, test } from 'vitest'
import { demoCourses } from './courses/all.ts'
import { generateHistory } from './history.ts'
import { generatePeople } from './people.ts'
import { demoPermissions, matches } from './permissions.ts'

const endDate = new Date('2026-11-20T18:00:00Z')
const people = generatePeople(endDate)
const history = [...generateHistory(people, demoCourses, endDate)]
const personOf = new Map(people.map((one) => [one.key, one]))
const courseOf = new Map(demoCourses.map((one) => [one.slug, one]))
const day = 86_400_000

test('the same people, courses and date give the same history', () => {
  expect([...generateHistory(generatePeople(endDate), demoCourses, endDate)]).toEqual(history)
})

test('one more person or course changes nothing for the others', () => {
  const few = people.filter((one) => one.tenantId === 'stellar').slice(4, 40)
  const courses = demoCourses.filter((course) => course.slug !== 'fire-safety')
  const keys = new Set(few.map((one) => one.key))
  expect([...generateHistory(few, courses, endDate)]).toEqual(
    history.filter((one) => keys.has(one.personKey) && one.courseSlug !== 'fire-safety'),
  )
})

describe('each assignment', () => {
  test('comes from one matching rule', () => {
    expect(new Set(history.map((one) => `${one.personKey} ${one.courseSlug}`)).size).toBe(history.length)
    for (const one of history) {
      const permission = demoPermissions.find((other) => other.key === one.permissionKey)
      const person = personOf.get(one.personKey)
      expect(permission?.courseSlug).toBe(one.courseSlug)
      expect(permission?.tenantId).toBe(person?.tenantId)
      expect(person?.memberships.some((membership) => matches(permission?.rule ?? {}, membership.attributes))).toBe(
        true,
      )
      expect(one.dueAt !== undefined).toBe(one.required)
    }
  })

  test('keeps the order of time, from hiring to leaving', () => {
    for (const one of history) {
      const person = personOf.get(one.personKey)
      const gone = person?.terminationDate ?? person?.awaySince
      const end = gone ? Date.parse(gone) : endDate.getTime()
      expect(one.assignedAt.getTime()).toBeGreaterThan(Date.parse(person?.hireDate ?? ''))
      let before = one.assignedAt.getTime()
      for (const activity of one.activities) {
        expect(activity.startedAt.getTime()).toBeGreaterThanOrEqual(before)
        for (const attempt of activity.attempts) {
          expect(attempt.startedAt.getTime()).toBeGreaterThanOrEqual(before)
          expect(attempt.endedAt.getTime()).toBeGreaterThan(attempt.startedAt.getTime())
          before = attempt.endedAt.getTime()
        }
        expect(activity.lastAt.getTime()).toBe(before)
      }
      expect(before).toBeLessThanOrEqual(Math.max(end, one.assignedAt.getTime()))
    }
  })

  test('is complete exactly when every activity is, by its own rule', () => {
    for (const one of history) {
      const all = courseOf.get(one.courseSlug)?.sections.flatMap((section) => section.activities) ?? []
      expect(one.activities.map((activity) => activity.activityKey)).toEqual(
        all.slice(0, one.activities.length).map((activity) => activity.key),
      )
      for (const [index, activity] of one.activities.entries()) {
        const rule = all[index]?.completion
        if (rule?.rule === 'watch')
          expect(activity.progressPercent >= rule.percent).toBe(activity.completedAt !== undefined)
        if (rule?.rule === 'score')
          expect((activity.score ?? -1) >= rule.percent).toBe(activity.completedAt !== undefined)
        if (activity.score !== undefined) {
          expect(activity.score).toBe(Math.max(...activity.attempts.flatMap((attempt) => attempt.score ?? [])))
          expect(activity.passed).toBe(activity.completedAt !== undefined)
        }
        expect(activity.timeSpentSeconds).toBeGreaterThan(5)
      }
      const done = one.activities.filter((activity) => activity.completedAt)
      expect(one.state).toBe(
        one.activities.length === 0 ? 'not started' : done.length === all.length ? 'completed' : 'in progress',
      )
      expect(one.completedAt !== undefined).toBe(one.state === 'completed')
      expect(one.progressPercent).toBe(Math.floor((done.length / all.length) * 100))
      expect(one.timeSpentSeconds).toBe(one.activities.reduce((sum, activity) => sum + activity.timeSpentSeconds, 0))
    }
  })
})

describe('the whole', () => {
  test('spans 18 months', () => {
    const first = Math.min(...history.map((one) => one.assignedAt.getTime()))
    expect((endDate.getTime() - first) / day).toBeGreaterThan(530)
    expect((endDate.getTime() - first) / day).toBeLessThan(560)
    const months = new Set(history.flatMap((one) => one.completedAt?.toISOString().slice(0, 7) ?? []))
    expect(months.size).toBeGreaterThanOrEqual(18)
  })

  test('has what real reports have: some late, some overdue, some given up, some retries', () => {
    const share = (count: number) => count / history.length
    expect(share(history.filter((one) => one.completedAt).length)).toBeGreaterThan(0.7)
    expect(
      share(history.filter((one) => one.completedAt && one.dueAt && one.completedAt > one.dueAt).length),
    ).toBeGreaterThan(0.05)
    const overdue = share(history.filter((one) => !one.completedAt && one.dueAt && one.dueAt < endDate).length)
    expect(overdue).toBeGreaterThan(0.04)
    expect(overdue).toBeLessThan(0.2)
    expect(share(history.filter((one) => one.state === 'in progress').length)).toBeGreaterThan(0.04)
    const tries = history.flatMap((one) => one.activities.filter((activity) => activity.score !== undefined))
    const failedFirst = tries.filter((activity) => activity.attempts[0]?.passed === false).length / tries.length
    expect(failedFirst).toBeGreaterThan(0.08)
    expect(failedFirst).toBeLessThan(0.4)
  })

  test('happens in working hours', () => {
    const office = history.filter(
      (one) => one.tenantId === 'stellar' && personOf.get(one.personKey)?.timeZone === 'Europe/London',
    )
    const starts = office.flatMap((one) => one.activities.map((activity) => activity.startedAt))
    expect(starts.length).toBeGreaterThan(1000)
    for (const at of starts) {
      expect([1, 2, 3, 4, 5]).toContain(at.getUTCDay())
      expect(at.getUTCHours()).toBeGreaterThanOrEqual(8)
      expect(at.getUTCHours()).toBeLessThanOrEqual(17)
    }
  })
})

test.each(['2026-11-20T18:00:00Z', '2026-11-21T03:00:00Z', '2026-11-23T06:30:00Z', '2027-01-01T00:00:00Z'])(
  'on %s the accounts show every state',
  (text) => {
    const now = new Date(text)
    for (const one of generatePeople(now).filter((person) => person.account === 'learner')) {
      const own = [...generateHistory([one], demoCourses, now)]
      const late = own.filter(
        (assignment) => assignment.state !== 'completed' && assignment.dueAt && assignment.dueAt < now,
      )
      const soon = own.filter(
        (assignment) =>
          assignment.state === 'not started' &&
          assignment.dueAt &&
          assignment.dueAt > now &&
          assignment.dueAt.getTime() < now.getTime() + 14 * day,
      )
      const open = own.filter((assignment) => assignment.state === 'in progress')
      expect(own.filter((assignment) => assignment.state === 'completed').length).toBeGreaterThanOrEqual(4)
      expect(late).toHaveLength(1)
      expect(soon).toHaveLength(1)
      expect(open).toHaveLength(1)
      expect(open[0]?.lastActivityAt?.getTime()).toBeGreaterThan(now.getTime() - 4.5 * day)
    }
  },
)
