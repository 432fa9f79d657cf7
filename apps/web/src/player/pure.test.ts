import { openControls } from '@learnt/contract/package-tree'
import type { PackageItem } from '@learnt/contract/packages'
import type { ScoStatus } from '@learnt/contract/runtime'
import { describe, expect, test } from 'vitest'
import { buildOutline, choiceLock, findLeaf, firstLeaf, type Leaf, nextLeaf, previousLeaf } from './navigation.ts'
import { meetsPrerequisites } from './prerequisites.ts'
import { seal } from './seal.ts'

describe('prerequisites', () => {
  const statuses: Record<string, ScoStatus> = {
    a: 'completed',
    b: 'passed',
    c: 'incomplete',
    d: 'failed',
    e: 'not attempted',
  }
  const statusOf = (id: string) => statuses[id] ?? null
  test.each([
    ['', true],
    ['a', true],
    ['c', false],
    ['a&b', true],
    ['a & c', false],
    ['a|c', true],
    ['c|d', false],
    ['~c', true],
    ['~(a&b)', false],
    ['a&(c|b)', true],
    ['d="failed"', true],
    ['d=failed', true],
    ['a="passed"', false],
    ['e="not attempted"', true],
    ['c="i"', true],
    ['a<>"passed"', true],
    ['b<>"passed"', false],
    ['2*{a,b,c}', true],
    ['3*{a,b,c}', false],
    ['2*{a,(c|b),d}', true],
    ['unknown', true],
    ['a&unknown&c', false],
    // What cannot be read locks nobody out.
    ['a&&', true],
    ['(c', true],
    [')))', true],
    ['c c', true],
    [`${'('.repeat(200)}c`, true],
  ])('%s is %s', (script, expected) => {
    expect(meetsPrerequisites(script, statusOf)).toBe(expected)
  })
})

const item = (id: string, more: Partial<PackageItem> = {}): PackageItem => ({
  id,
  title: id,
  visible: true,
  href: `${id}.html`,
  type: 'sco',
  prerequisites: '',
  maxTimeAllowed: null,
  timeLimitAction: '',
  launchData: '',
  masteryScore: null,
  completionThreshold: null,
  controls: openControls,
  objectives: [],
  hide: [],
  children: [],
  ...more,
})
const folder = (id: string, children: PackageItem[], controls: Partial<typeof openControls> = {}) =>
  item(id, { href: null, type: null, children, controls: { ...openControls, ...controls } })
const none = new Map<string, ScoStatus>()

describe('navigation', () => {
  const make = (items: PackageItem[], controls: Partial<typeof openControls> = {}, edition: '1.2' | '2004' = '2004') =>
    buildOutline({ id: 'org', title: '', controls: { ...openControls, ...controls }, items }, edition)
  const at = (outline: ReturnType<typeof make>, id: string) => findLeaf(outline, id) as Leaf
  const idOf = (leaf: Leaf | null) => leaf?.item.id ?? null

  test('walks through folders in order', () => {
    const outline = make([folder('f', [item('a'), item('b')]), item('c')])
    expect(idOf(nextLeaf(outline, at(outline, 'a'), none))).toBe('b')
    expect(idOf(nextLeaf(outline, at(outline, 'b'), none))).toBe('c')
    expect(idOf(nextLeaf(outline, at(outline, 'c'), none))).toBeNull()
    expect(idOf(previousLeaf(outline, at(outline, 'c'), none))).toBe('b')
    expect(idOf(previousLeaf(outline, at(outline, 'a'), none))).toBeNull()
  })

  test('flow is asked of every folder that is crossed', () => {
    const outline = make([folder('f', [item('a'), item('b')], { flow: false }), folder('g', [item('c'), item('d')])])
    expect(idOf(nextLeaf(outline, at(outline, 'a'), none))).toBeNull()
    expect(idOf(nextLeaf(outline, at(outline, 'b'), none))).toBeNull()
    expect(idOf(nextLeaf(outline, at(outline, 'c'), none))).toBe('d')
    expect(idOf(previousLeaf(outline, at(outline, 'c'), none))).toBeNull()
  })

  test('forward only knows no way back', () => {
    const outline = make([item('a'), item('b')], { forwardOnly: true })
    expect(idOf(nextLeaf(outline, at(outline, 'a'), none))).toBe('b')
    expect(idOf(previousLeaf(outline, at(outline, 'b'), none))).toBeNull()
    expect(choiceLock(outline, at(outline, 'a'), at(outline, 'b'), none)).toBe('noReturn')
  })

  test('choice and leaving by choice', () => {
    const outline = make([
      folder('f', [item('a'), item('b')], { choice: false, flow: true }),
      item('c', { controls: { ...openControls, choiceExit: false } }),
      item('d'),
    ])
    expect(choiceLock(outline, at(outline, 'b'), undefined, none)).toBe('noChoice')
    expect(choiceLock(outline, at(outline, 'd'), at(outline, 'a'), none)).toBeNull()
    expect(choiceLock(outline, at(outline, 'd'), at(outline, 'c'), none)).toBe('noChoice')
    expect(choiceLock(outline, at(outline, 'c'), at(outline, 'c'), none)).toBeNull()
  })

  test('a tree without choice and flow is walked through all the same', () => {
    const outline = make([item('a'), item('b')], { choice: false, flow: false })
    expect(idOf(firstLeaf(outline, null, none))).toBe('a')
    expect(idOf(nextLeaf(outline, at(outline, 'a'), none))).toBe('b')
  })

  test('1.2: prerequisites lock, also of folders', () => {
    const outline = make([folder('f', [item('a'), item('b')]), item('c', { prerequisites: 'f' }), item('d')], {}, '1.2')
    const begun = new Map<string, ScoStatus>([['a', 'completed']])
    expect(choiceLock(outline, at(outline, 'c'), at(outline, 'a'), begun)).toBe('locked')
    expect(idOf(nextLeaf(outline, at(outline, 'b'), begun))).toBe('d')
    const done = new Map<string, ScoStatus>([
      ['a', 'completed'],
      ['b', 'passed'],
    ])
    expect(choiceLock(outline, at(outline, 'c'), at(outline, 'a'), done)).toBeNull()
    expect(idOf(firstLeaf(outline, 'c', begun))).toBe('a')
    expect(idOf(firstLeaf(outline, 'c', done))).toBe('c')
  })
})

test.each(['', 'a', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), '\u0639\u0631\u0628\u064a '.repeat(5000)])(
  'seals as everybody else does (%#)',
  async (text) => {
    const encoder = new TextEncoder()
    for (const key of ['key', 'k'.repeat(100)]) {
      const known = await crypto.subtle.importKey(
        'raw',
        encoder.encode(key),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      )
      const digest = new Uint8Array(await crypto.subtle.sign('HMAC', known, encoder.encode(text)))
      expect(seal(key, text)).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    }
  },
)
