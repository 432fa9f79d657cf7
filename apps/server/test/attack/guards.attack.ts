import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listOperations, type Operation } from '@learnt/contract'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { chance } from '../../demo/chance.ts'
import { features } from '../../src/app.ts'
import { buildServer } from '../../src/platform/http/server.ts'
import { testApp } from '../app.ts'
import { testDatabase } from '../db.ts'
import { givenWorld } from '../given/world.ts'
import { type Proof, proofs } from './proofs.ts'
import { report } from './report.ts'
import { listTenantTables, tryWalls } from './walls.ts'
import { type Part, sendSample, wideWalk } from './wide-walk.ts'

// Removes every guard, one at a time; the walk must notice each. Runs with its own configuration, which adds switches
// to the sources while they are loaded (guard-switches.ts).

declare global {
  var guards: Set<string> | undefined
  var guardsOff: Set<string> | undefined
}

interface Guard {
  readonly name: string
  /** Operations to try first. */
  concerns(operation: Operation): boolean
  readonly table?: string
  /** The part of the walk that notices it. */
  readonly part: Part
  /** Another guard that refuses the same requests by itself. Only removing both shows what this one is for. */
  readonly twins?: RegExp | undefined
  off(): void | Promise<void>
  on(): void | Promise<void>
}

const seed = process.env.ATTACK_SEED ?? '20261121'
/** How many guards are tried; 0: all. */
const wanted = Number(process.env.ATTACK_GUARDS ?? 0)
/** Only guards whose names match. */
const only = new RegExp(process.env.ATTACK_ONLY ?? '')
/** Access words of the contract that a policy can further restrict. */
const behindWords: readonly string[] = ['manager', 'admin', 'superadmin']

test('no guard can be removed unnoticed', { timeout: 3_600_000 }, async () => {
  const app = await testApp()
  const owner = new pg.Client({ connectionString: (await testDatabase()).adminUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  const began = performance.now()

  // Calls that the contract allows a learner, and that are still refused here, are refused by a policy.
  const open = buildServer(
    app.services,
    features.routes.map((route) => ({
      ...route,
      endpoint: {
        ...route.endpoint,
        access: behindWords.includes(route.endpoint.access) ? 'signedIn' : route.endpoint.access,
      },
    })) as typeof features.routes,
  )
  await open.ready()
  onTestFinished(() => open.close())

  const guards = [...switches(), ...(await tablesOfRules()), ...(await rowPolicies()), ...sessionRules()].filter(
    (guard) => only.test(guard.name),
  )
  const random = chance(seed)
  const tried =
    wanted === 0 || guards.length <= wanted ? guards : [...guards].sort(() => random.next() - 0.5).slice(0, wanted)
  const baseline = await letThrough(open, listOperations())

  const survived: string[] = []
  const how: Record<string, number> = {}
  for (const guard of tried) {
    await guard.off()
    let found: string | null
    try {
      found = (await prove(guard)) ?? (await notice(guard)) ?? (await noticeWithTwins(guard))
    } finally {
      await guard.on()
    }
    if (found === null) survived.push(guard.name)
    else how[found] = (how[found] ?? 0) + 1
    if (process.env.ATTACK_SAY) process.stdout.write(`  ${found ?? 'SURVIVED'}: ${guard.name}\n`)
  }
  report(
    'guards',
    {
      seed,
      guards: tried.length,
      of: guards.length,
      caught: tried.length - survived.length,
      survived: survived.length,
      seconds: Math.round((performance.now() - began) / 1000),
    },
    [
      `noticed ${Object.entries(how)
        .map(([word, count]) => `${word} ${count}`)
        .join(', ')}`,
      ...survived.map((name) => `survived: ${name}`),
    ],
  )
  expect(survived, `seed ${seed}`).toEqual([])

  /**
   * Tries the request that was written for this guard. Guards that refuse the same by themselves must do so alone, and
   * not in its place.
   */
  async function prove(guard: Guard): Promise<string | null> {
    for (const proof of proofs.filter((one) => one.guards.test(guard.name))) {
      if ((await proof.attempt(app)) !== null) return 'by a request of its own'
      if (proof.twins === undefined && proof.functions === undefined) continue
      const own = globalThis.guardsOff
      const names = twinsOf(proof, guard)
      await guard.on()
      globalThis.guardsOff = new Set(names)
      const putBack = await loosen(proof)
      try {
        // The request succeeded although the guard stands, so the proof belongs to another guard.
        if ((await proof.attempt(app)) !== null) continue
        await guard.off()
        globalThis.guardsOff = new Set([...(own ?? []), ...names])
        if ((await proof.attempt(app)) !== null) return 'by a request of its own, with its twins'
      } finally {
        await putBack()
        globalThis.guardsOff = own
      }
    }
    return null
  }

  function twinsOf({ twins }: Proof, guard: Guard): string[] {
    const names = [...(globalThis.guards ?? [])]
    if (twins !== 'what follows') return names.filter((name) => twins?.test(name))
    const [file = '', line] = guard.name.split(/:(\d+) /)
    return names.filter((name) => {
      const [otherFile, otherLine] = name.split(/:(\d+) /)
      return otherFile === file && Number(otherLine) > Number(line)
    })
  }

  /** Removes the conditions of database functions that refuse the same; returns a function that restores them. */
  async function loosen({ functions = [] }: Proof): Promise<() => Promise<void>> {
    const before: string[] = []
    for (const { name, condition } of functions) before.push(await replaceIn(name, condition))
    return async () => {
      for (const text of before) await owner.query(text)
    }
  }

  /** Makes a database function allow everything at one condition; returns the original function. */
  async function replaceIn(name: string, condition: RegExp): Promise<string> {
    const { rows } = await owner.query<{ text: string }>(`select pg_get_functiondef($1::regproc) as text`, [name])
    const before = rows[0]?.text ?? ''
    const after = before.replace(condition, 'true')
    if (after === before) throw new Error(`${name} does not ask ${condition} as expected`)
    await owner.query(after)
    return before
  }

  /**
   * Guards that refuse the same by themselves are removed too. Removing only those must not be noticed, else this would
   * prove nothing.
   */
  async function noticeWithTwins(guard: Guard): Promise<string | null> {
    const { twins } = guard
    const names = [...(globalThis.guards ?? [])].filter((name) => twins?.test(name) && name !== guard.name)
    if (twins === undefined || names.length === 0) return null
    const concerned = listOperations().filter((operation) => guard.concerns(operation))
    const own = globalThis.guardsOff
    try {
      await guard.on()
      globalThis.guardsOff = new Set(names)
      const without = await letThrough(open, concerned)
      const isSeenAnyway = (await walkFor(guard, concerned, 0.15)) !== null
      await guard.off()
      globalThis.guardsOff = new Set([...(own ?? []), ...names])
      if ([...(await letThrough(open, concerned))].some((one) => !without.has(one))) return 'with its twins'
      if (!isSeenAnyway && (await walkFor(guard, concerned, 0.6)) !== null) return 'with its twins'
      return null
    } finally {
      globalThis.guardsOff = own
    }
  }

  async function walkFor(guard: Guard, operations: readonly Operation[], share: number): Promise<string | null> {
    const summary = await wideWalk({
      app,
      owner,
      seed: `${seed} ${guard.name}`,
      cases: operations.length * (30 + share * 340),
      operations,
      hasty: true,
      part: guard.part,
    })
    return summary.leaks[0] ?? null
  }

  /**
   * Where the missing guard was noticed: by a learner's calls, by the walk over the operations concerned, or by the
   * whole walk.
   */
  async function notice(guard: Guard): Promise<string | null> {
    const concerned = listOperations().filter((operation) => guard.concerns(operation))
    if (guard.table) {
      const [victim, foreign] = await Promise.all([givenWorld(app), givenWorld(app)])
      const { leaks } = await tryWalls(app, owner, { victim, foreign, tables: [guard.table] })
      if (leaks.length > 0) return 'by the tables'
    }
    const through = await letThrough(open, concerned)
    if ([...through].some((one) => !baseline.has(one))) return 'behind the words'
    for (const [share, where] of [
      [0.15, 'by the walk'],
      [1, 'by the whole walk'],
    ] as const) {
      const operations = concerned
      if (operations.length === 0) return null
      const leak = await walkFor(guard, operations, share)
      if (leak === null) continue
      if (process.env.ATTACK_SAY) process.stdout.write(`    ${leak.slice(0, 200)}\n`)
      // With the guard in place, the walk must find nothing; else the finding says nothing about the guard.
      await guard.on()
      const alone = operations.filter(({ id }) => leak.startsWith(`${id} `) || leak.startsWith(`${id}:`))
      const after = await wideWalk({ app, owner, seed, cases: 30 + share * 340, operations: alone, part: guard.part })
      await guard.off()
      if (after.leaks.length === 0) return where
      throw new Error(`The walk finds something without a missing guard: ${after.leaks[0]}`)
    }
    return null
  }

  /** Calls that succeed for a learner when all policies are off. */
  async function letThrough(server: FastifyInstance, operations: readonly Operation[]): Promise<Set<string>> {
    const through = new Set<string>()
    for (const operation of operations) {
      if (!behindWords.includes(operation.access)) continue
      const world = await givenWorld(app)
      const { status } = await sendSample(app, server, operation, world.learner, world)
      if (status < 400 || status === 409 || status === 422 || status >= 500) through.add(operation.id)
    }
    return through
  }

  function switches(): Guard[] {
    const named = [...(globalThis.guards ?? [])].filter(
      (name) => !aboutStates.some((one) => name.includes(`authorize ${one.slice(0, -1)}Policy`)),
    )
    return named.map((name) => {
      const feature = /^features\/([\w-]+)\//.exec(name)?.[1]
      const word = /access (\w+)/.exec(name)?.[1]
      return {
        name,
        part: /access|session|origin|launch token/.test(name)
          ? 'words'
          : /signature/.test(name)
            ? 'strangers'
            : 'inside',
        concerns: (operation) => {
          if (word !== undefined) return operation.access === word
          if (name.includes('launch token')) return operation.access === 'attempt'
          if (name.includes('presence-rows')) return operation.id === 'presence.list'
          if (name.includes('cursor')) return ['members.list', 'courses.list', 'audit.list'].includes(operation.id)
          if (feature !== undefined) return isOf(feature, operation)
          return ['members.get', 'courses.archive', 'learning.course', 'jobs.cancel'].includes(operation.id)
        },
        off: () => {
          globalThis.guardsOff = new Set([name])
        },
        on: () => {
          globalThis.guardsOff = undefined
        },
        twins: twins.find(([one]) => one.test(name))?.[1],
      }
    })
  }

  /** Every rule of every policy table in all features. */
  async function tablesOfRules(): Promise<Guard[]> {
    const folder = join(import.meta.dirname, '../../src/features')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /policy\.ts$/.test(file))
    const modules = await Promise.all(
      files.sort().map((file) => import(/* @vite-ignore */ join(folder, file)) as Promise<Record<string, unknown>>),
    )
    const policies = modules.flatMap((module) => Object.entries(module)).filter(([name]) => /[a-z]Policy$/.test(name))
    return policies.flatMap(([name, policy]) => {
      const subject = `${name.replace(/Policy$/, '')}s`
      if (aboutStates.includes(subject)) return []
      const rules = policy as Record<string, unknown>
      return Object.entries(rules).map(([verb, rule]) => ({
        name: `policy ${subject}.${verb}`,
        twins: twins.find(([one]) => one.test(`policy ${subject}.${verb}`))?.[1],
        part: 'inside' as const,
        concerns: (operation: Operation) => isOf(subject, operation),
        off: () => {
          rules[verb] = () => null
        },
        on: () => {
          rules[verb] = rule
        },
      }))
    })
  }

  async function rowPolicies(): Promise<Guard[]> {
    return (await listTenantTables(owner)).map((name) => ({
      name: `row security of ${name}`,
      table: name,
      part: 'strangers' as const,
      concerns: () => false,
      off: async () => {
        await owner.query(`create policy guard_off on ${name} to public using (true) with check (true)`)
      },
      on: async () => {
        await owner.query(`drop policy guard_off on ${name}`)
      },
    }))
  }

  /** The conditions in control.check_session. */
  function sessionRules(): Guard[] {
    return [
      ['ended sessions', /s\.ended_at is null/i],
      ['expired sessions', /s\.expires_at > moment/i],
    ].map(([name, condition]) => {
      let before = ''
      return {
        name: `control.check_session: ${name}`,
        part: 'words' as const,
        concerns: (operation: Operation) => operation.id === 'session.list' || operation.id === 'members.list',
        off: async () => {
          before = await replaceIn('control.check_session', condition as RegExp)
        },
        on: async () => {
          await owner.query(before)
        },
      }
    })
  }
})

/** Rules that check a state and not the caller. They grant no rights; their features' own tests cover them. */
const aboutStates: readonly string[] = ['tenants', 'teams']

/** Pairs of guards that each suffice: a filter in the query, and the rule on its row. */
const twins: readonly (readonly [RegExp, RegExp])[] = [
  // Checked before the work, and again on the locked row.
  [/change-course\.ts/, /courses\/routes\.ts/],
  [/courses\/routes\.ts/, /authorize coursePolicy\.see|change-course\.ts/],
  [/policy courses\./, /authorize coursePolicy\.see/],
  [/update-member\.ts/, /members\/routes\.ts|update-member\.ts/],
  [/members\/routes\.ts/, /update-member\.ts|members\/queries\.ts/],
  [/jobs\/commands\.ts/, /jobs\/routes\.ts/],
  [/jobs\/routes\.ts/, /jobs\/commands\.ts/],
  // A call of the specification that does the same as an operation.
  [/callables\/routes\.ts/, /callables\/routes\.ts|change-course\.ts|update-member\.ts/],
  [/views\/commands\.ts/, /views\/routes\.ts/],
  [/views\/routes\.ts/, /views\/commands\.ts/],
  [/policy views\./, /views\/commands\.ts/],
  // The filter of the query, and the rule on its row.
  [/rule mayOpen|authorize mayOpen/, /find-own-course\.ts:\d\d own/],
  [/find-own-course\.ts/, /rule mayOpen/],
  [/policy members\.|rule isSeen/, /members\/queries\.ts/],
]

/** Operations of a feature's folder. */
function isOf(feature: string, { id }: Operation): boolean {
  const prefixes: Record<string, string[]> = {
    assignments: ['permissions.', 'learning.'],
    attempts: ['learning.launch', 'learning.preview', 'runtime.', 'reports.recompute'],
    files: ['files.', 'uploads.', 'courses.importPackage'],
    uploads: ['files.', 'uploads.'],
    learning: ['learning.'],
    packages: ['courses.importPackage'],
    sessions: ['session.'],
    audit: ['audit.'],
    mails: ['mails.'],
    navigations: ['navigation.'],
    notes: ['quickPanel.'],
    'quick-panel': ['quickPanel.'],
    'support-chat': ['supportChat.'],
  }
  return (prefixes[feature] ?? [`${feature}.`]).some((prefix) => id.startsWith(prefix))
}
