import { ruleFields } from '@learnt/contract/members'
import { Rule } from '@learnt/contract/permissions'
import { describe, expect, it } from 'vitest'
import {
  firstForm,
  freeFields,
  isUnfinished,
  matchesSomebody,
  newCondition,
  newGroup,
  readRule,
  withTexts,
  writeRule,
} from './rule-form.ts'

const rules: Rule[] = [
  { rule: {}, groups: [], everyone: false, audiences: [] },
  { rule: {}, groups: [], everyone: true, audiences: [] },
  { rule: { position: ['Nurse'] }, groups: [], everyone: false, audiences: [] },
  {
    rule: { position: ['Nurse', { value: 'Doctor' }], loc1: [{ value: 'Oslo' }], custom6: ['a,b', 'ع'] },
    groups: [],
    everyone: false,
    audiences: [],
  },
  {
    rule: { roles: ['manager'] },
    groups: [{ tags: ['new'], teamId: ['learnt'] }, { status: ['active'] }],
    everyone: false,
    audiences: [],
  },
  { rule: {}, groups: [{ div3: ['X'] }], everyone: false, audiences: [] },
  {
    rule: Object.fromEntries(ruleFields.map((field) => [field, [field, { value: `${field} 2` }]])),
    groups: [],
    everyone: true,
    audiences: [],
  },
]

describe('A rule in the builder', () => {
  it('comes back as it was, plain values and { value } alike', () => {
    for (const rule of rules) {
      expect(Rule.parse(rule)).toEqual(rule)
      expect(writeRule(readRule(rule))).toEqual(rule)
      expect(JSON.stringify(writeRule(readRule(rule)))).toBe(JSON.stringify(rule))
    }
  })

  it('comes back from a thousand made-up rules', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed % below
    }
    const value = () => (random(2) ? `v${random(50)}` : { value: `w${random(50)}` })
    const map = () =>
      Object.fromEntries(
        [...ruleFields]
          .sort(() => random(3) - 1)
          .slice(0, 1 + random(5))
          .map((field) => [field, Array.from({ length: 1 + random(4) }, value)]),
      )
    for (let round = 0; round < 1000; round++) {
      const rule: Rule = {
        rule: random(5) ? map() : {},
        groups: Array.from({ length: random(4) }, map),
        everyone: random(4) === 0,
        audiences: [],
      }
      expect(writeRule(readRule(rule))).toEqual(rule)
    }
  })

  it('names saved audiences by their ids, which are enough without a condition', () => {
    const audience = { id: '019a0000-0000-7000-8000-000000000001', title: 'Night shift', kind: 'people' as const }
    const rule: Rule = { rule: {}, groups: [{ tags: ['new'] }], everyone: false, audiences: [audience.id] }
    expect(writeRule(readRule(rule, [audience]))).toEqual(rule)
    const form = { ...firstForm(), audiences: [audience] }
    expect(matchesSomebody(form)).toBe(true)
    expect(isUnfinished(form)).toBe(false)
    expect(isUnfinished(firstForm())).toBe(true)
    form.groups[0]?.conditions.push({ ...newCondition('tags'), values: ['new'] })
    expect(isUnfinished(form)).toBe(true)
  })

  it('writes only what is finished', () => {
    const form = firstForm()
    expect(writeRule(form)).toEqual({ rule: {}, groups: [], everyone: false, audiences: [] })
    expect(matchesSomebody(form)).toBe(false)
    form.groups.push(newGroup(), newGroup({ ...newCondition('tags'), values: ['new'] }))
    expect(writeRule(form)).toEqual({ rule: {}, groups: [{ tags: ['new'] }], everyone: false, audiences: [] })
    expect(matchesSomebody(form)).toBe(true)
    expect(matchesSomebody({ everyone: true, groups: [], audiences: [] })).toBe(true)
  })

  it('keeps a value in its form when others are chosen beside it', () => {
    expect(withTexts([{ value: 'Oslo' }, 'Bergen'], ['Oslo', 'Tromsø', 'Oslo'])).toEqual([{ value: 'Oslo' }, 'Tromsø'])
  })

  it('offers each attribute once in a group', () => {
    const group = newGroup(newCondition('position'), newCondition('tags'))
    expect(freeFields(group)).not.toContain('position')
    expect(freeFields(group, 'position')).toContain('position')
    expect(freeFields(group)).toHaveLength(ruleFields.length - 2)
  })
})
