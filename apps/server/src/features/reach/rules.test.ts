import { ruleFields } from '@learnt/contract/members'
import type { AudienceRule, Rule, RuleMap } from '@learnt/contract/permissions'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { givenTenant } from '../../../test/given/people.ts'
import { json } from '../../platform/db/database.ts'
import { deterministicId, newId } from '../../platform/ids.ts'
import { fieldsOf, matchesRule, type RuleSubject, type SavedAudience, scalarFields, wholeRule } from './policy.ts'
import { matchedPeople } from './queries/match-people.ts'

const app = await testApp()

/** The same numbers each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

describe('a rule', () => {
  it('matches the same people in SQL as in code', async () => {
    const tenant = await givenTenant(app)
    const roll = dice(7)
    const words = ['a', 'b', 'c d', '"', 'ü', '{}', '\\']
    const some = (most: number) => Array.from({ length: roll(most + 1) }, () => words[roll(words.length)] ?? '')
    const statuses = ['active', 'active', 'active', 'inactive', 'sick leave', 'terminated'] as const
    const people = Array.from({ length: 150 }, () => newId())
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      for (const userId of people) {
        for (const teamId of ['one', 'two'].slice(roll(2))) {
          await tx
            .insertInto('memberships')
            .values({
              id: `${userId}:${teamId}`,
              userId,
              teamId,
              firstName: 'A',
              lastName: 'B',
              isPrimary: teamId === 'one',
              status: statuses[roll(statuses.length)] ?? 'active',
              position: some(2),
              tags: some(3),
              loc1: some(1),
              div6: some(2),
              custom3: some(1),
              employeeId: words[roll(words.length)] ?? '',
              roles: roll(2) ? ['learner'] : ['learner', 'manager'],
            })
            .execute()
        }
      }
    })
    const members = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('memberships').selectAll().orderBy('id').execute())
    const fields = ['position', 'tags', 'loc1', 'div6', 'custom3', 'employeeId', 'roles', 'teamId', 'status'] as const
    const map = (): RuleMap => {
      const made: RuleMap = {}
      for (let n = roll(3); n >= 0; n--) {
        const field = fields[roll(fields.length)] ?? 'tags'
        const values =
          field === 'teamId'
            ? ['one']
            : field === 'roles'
              ? ['manager']
              : field === 'status'
                ? ['active', 'inactive']
                : [words[roll(words.length)] ?? '', ...some(2)]
        made[field] = values.map((value) => (roll(2) ? { value } : value))
      }
      return made
    }
    const audienceRule = (): AudienceRule => ({
      rule: roll(6) ? map() : {},
      groups: Array.from({ length: roll(3) }, map),
      everyone: roll(15) === 0,
    })
    // Five named rules and five lists, of which one is empty.
    const saved: SavedAudience[] = Array.from({ length: 10 }, (_, n) => {
      const id = newId()
      return n < 5
        ? { id, title: `Rule ${n}`, kind: 'rule', rule: { ...audienceRule(), everyone: false } }
        : { id, title: `List ${n}`, kind: 'people', rule: null }
    })
    const lists = new Map(
      saved.flatMap(({ id, kind }, n) =>
        kind === 'people' ? [[id, new Set(people.filter(() => n < 9 && roll(6) === 0))] as const] : [],
      ),
    )
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      for (const { id, title, kind, rule } of saved)
        await tx
          .insertInto('audiences')
          .values({ id, title, kind, ...(rule ? { rule: json(rule), fields: fieldsOf(rule) } : {}) })
          .execute()
      for (const [audienceId, userIds] of lists)
        for (const userId of userIds) await tx.insertInto('audiencePeople').values({ audienceId, userId }).execute()
    })
    let [matches, byAudience] = [0, 0]
    for (let n = 0; n < 160; n++) {
      const audiences = n < 80 ? [] : saved.filter(() => roll(4) === 0).map((audience) => audience.id)
      const plain: Rule = { ...audienceRule(), audiences: [] }
      const rule = wholeRule({ ...plain, audiences }, saved)
      const { rows } = await app.services.db
        .tenant(tenant.tenantId)
        .read((tx) =>
          sql<{ userId: string; membershipId: string }>`${matchedPeople({ status: 'active', rule })}`.execute(tx),
        )
      const wanted = new Map<string, string>()
      for (const member of members) {
        const isListed = audiences.some((id) => lists.get(id)?.has(member.userId))
        const subject = member as unknown as RuleSubject
        if (wanted.has(member.userId) || !matchesRule(rule, subject, isListed)) continue
        wanted.set(member.userId, member.id)
        if (!matchesRule(wholeRule(plain, []), subject, false)) byAudience++
      }
      expect(new Map(rows.map((row) => [row.userId, row.membershipId]))).toEqual(wanted)
      matches += wanted.size
    }
    expect(matches).toBeGreaterThan(500)
    expect(byAudience).toBeGreaterThan(500)
  })

  it('names its fields once, and an empty one matches nobody', () => {
    const rule: AudienceRule = {
      rule: { tags: ['x'], position: ['y'] },
      groups: [{ tags: ['z'], teamId: ['t'] }, {}],
      everyone: false,
    }
    expect(fieldsOf(rule)).toEqual(['position', 'tags', 'teamId'])
    const anybody = Object.fromEntries(
      ruleFields.map((field) => [field, scalarFields.includes(field) ? '' : []]),
    ) as unknown as RuleSubject
    const matches = (one: AudienceRule, status: string) =>
      matchesRule(wholeRule({ ...one, audiences: [] }, []), { ...anybody, status }, false)
    expect(matches({ rule: {}, groups: [{}], everyone: false }, 'active')).toBe(false)
    expect(matches({ rule: {}, groups: [], everyone: true }, 'active')).toBe(true)
    expect(matches({ rule: {}, groups: [], everyone: true }, 'inactive')).toBe(false)
  })
})

describe('assignment ids', () => {
  it('are the same in SQL as in code', async () => {
    const tenant = await givenTenant(app)
    for (let n = 0; n < 40; n++) {
      const [userId, documentId, cycle] = [newId(), newId(), n % 3 === 0 ? n * 37 : n]
      const name = ['learnt', 'a', 'tenant-with-a-long-name', 'ünïcode'][n % 4] ?? ''
      const type = ['course', 'resource', 'learning package'][n % 3] ?? ''
      const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
        sql<{
          id: string
        }>`select assignment_id(${name}, ${userId}::uuid, ${type}, ${documentId}::uuid, ${cycle}) as id`.execute(tx),
      )
      expect(rows[0]?.id).toBe(deterministicId('assignment', name, userId, type, documentId, String(cycle)))
    }
  })
})

describe('days', () => {
  it('end at midnight in a zone, also where a clock change swallows it', async () => {
    const tenant = await givenTenant(app)
    const { rows } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      sql<{ zone: string; day: string; back: string }>`
        select zone, day::text, day_that_ends(end_of_day(day, zone), zone)::text as back
        from unnest(array['UTC', 'America/New_York', 'America/Sao_Paulo', 'Asia/Beirut', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Cairo']) zone,
          generate_series(date '2018-01-01', date '2019-12-31', interval '1 day') d, lateral (select d::date as day) days`.execute(
        tx,
      ),
    )
    // Samoa had no 30 December 2011; here every day exists.
    expect(rows.filter((row) => row.day !== row.back)).toEqual([])
    const noZone = await givenTenant(app, { settings: { timeZone: 'Mars/Olympus' } })
    const found = await app.services.db
      .tenant(noZone.tenantId)
      .read((tx) => sql<{ zone: string }>`select control.zone_of_tenant() as zone`.execute(tx))
    expect(found.rows[0]?.zone).toBe('UTC')
  })
})
