import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import type { ChainProblem } from '@learnt/contract/audit-chain'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner, testDatabase } from '../../../test/db.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { type GivenTenant, givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'
import { readWorkbook } from '../../../test/read-workbook.ts'
import { audit, auditMany } from '../../platform/audit.ts'
import { entryColumnsText, type HashedEntry, hashFacts, hashSeal } from '../../platform/audit-hashes.ts'
import type { WriteTx } from '../../platform/db/database.ts'
import { runErasures } from '../erasures/commands/run-erasures.ts'
import { checkLogs } from './commands/check-logs.ts'
import { noteRestored } from './commands/note-restored.ts'
import { sealTenant } from './commands/seal-entries.ts'
import { verifyChain } from './queries/verify-chain.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

type Tenant = Pick<GivenTenant, 'tenantId' | 'admin'>

const seal = (tenant: Tenant) => sealTenant(app.services, tenant.tenantId)
const check = (tenant: Tenant) => verifyChain(app.services, app.services.db.tenant(tenant.tenantId))
const kindsOf = (problems: readonly ChainProblem[]) => [...new Set(problems.map((one) => one.kind))].sort()

/** Writes so many entries with values before and after. */
async function log(tenant: Tenant & { userId: string }, count: number): Promise<void> {
  const ctx = contextOf(app, tenant as never, ['admin'])
  await ctx.write(async (tx: WriteTx) => {
    for (let i = 0; i < count; i++)
      await audit(ctx, tx, {
        action: 'courses.saveDraft',
        subjectType: 'course',
        subjectId: `course-${i}`,
        subjectTitle: `Course ${i}`,
        before: { title: `Old ${i}` },
        after: { title: `New ${i}` },
      })
  })
}

/** A tenant whose log has entries 1 to 10 and more, sealed in two portions. */
async function givenLog(): Promise<GivenTenant & { userId: string }> {
  const given = await givenTenant(app)
  const tenant = { ...given, userId: given.admin.userId }
  await log(tenant, 6)
  await seal(tenant)
  app.clock.advance(1000)
  await log(tenant, 6)
  await seal(tenant)
  return tenant
}

/** What the owner of the database does past Learnt. */
async function tamper(tenant: Tenant, ...statements: (string | ((client: pg.Client) => Promise<void>))[]) {
  await asOwner(async (client) => {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenant.tenantId])
    for (const one of statements) await (typeof one === 'string' ? client.query(one) : one(client))
  })
}

const idOf = (seq: number) => `(select entry_id from audit_seals where seq = ${seq})`

/** Gives a seal the hash of what its entry says now. */
const refit = (seq: number) => async (client: pg.Client) => {
  const { rows } = await client.query<HashedEntry>(
    `select ${entryColumnsText} from audit_entries e left join audit_payloads p on p.entry_id = e.id where e.id = ${idOf(seq)}`,
  )
  await client.query(`update audit_seals set facts_hash = decode($1, 'hex') where seq = $2`, [
    hashFacts(rows[0] as HashedEntry),
    seq,
  ])
}

/** Gives all seals from this number on the hashes that fit, and the head too: nothing inside the database tells. */
const rehash = (from: number) => async (client: pg.Client) => {
  const { rows } = await client.query<{ seq: string; facts: string; words: string; hash: string }>(
    `select seq, encode(facts_hash, 'hex') as facts, encode(words_hash, 'hex') as words, encode(hash, 'hex') as hash
     from audit_seals where seq >= ${from - 1} order by seq`,
  )
  let hashBefore = rows[0]?.hash ?? ''
  for (const { seq, facts, words } of rows.slice(1)) {
    hashBefore = hashSeal({ hashBefore, seq: Number(seq), factsHash: facts, wordsHash: words })
    await client.query(`update audit_seals set hash = decode($2, 'hex') where seq = $1`, [seq, hashBefore])
  }
  await endHead(client)
}
async function endHead(client: pg.Client): Promise<void> {
  await client.query(
    `update audit_heads set (seq, hash, signed_seq) = (select seq, hash, seq from audit_seals order by seq desc limit 1)`,
  )
}

describe('a log that somebody changes in the database', () => {
  it.each<[string, ChainProblem['kind'], Parameters<typeof tamper>[1][]]>([
    ['edits who did something', 'edited', [`update audit_entries set actor_name = 'Else' where id = ${idOf(4)}`]],
    ['edits what was done', 'edited', [`update audit_entries set action = 'courses.publish' where id = ${idOf(4)}`]],
    [
      'edits when it was done',
      'edited',
      [`update audit_entries set at = at - interval '1 hour' where id = ${idOf(4)}`],
    ],
    ['edits a value', 'edited', [`update audit_payloads set after = '{"title":"x"}' where entry_id = ${idOf(4)}`]],
    ['deletes the values', 'edited', [`delete from audit_payloads where entry_id = ${idOf(4)}`]],
    [
      'empties an entry as an erasure does',
      'blanked',
      [
        `update audit_entries set actor_name = 'Erased person' where id = ${idOf(4)}`,
        'update audit_seals set salt = null where seq = 4',
      ],
    ],
    [
      'empties an entry on behalf of an erasure that there was not',
      'blanked',
      [
        'update audit_seals set salt = null where seq = 4',
        `insert into audit_blanks (erasure_entry_id, seq, words_hash, salt) select ${idOf(5)}, 4, words_hash, '\\x00' from audit_seals where seq = 4`,
      ],
    ],
    [
      'deletes an entry',
      'deleted',
      [`delete from audit_payloads where entry_id = ${idOf(4)}`, `delete from audit_entries where id = ${idOf(4)}`],
    ],
    [
      'deletes an entry with its seal',
      'deleted',
      [
        `delete from audit_payloads where entry_id = ${idOf(4)}`,
        `delete from audit_entries where id = ${idOf(4)}`,
        'delete from audit_seals where seq = 4',
      ],
    ],
    [
      'deletes an entry that waits',
      'deleted',
      [`insert into audit_pending (at, entry_id) values (now(), gen_random_uuid())`],
    ],
    [
      'inserts an entry',
      'inserted',
      [
        `insert into audit_entries (id, at, action, subject_type, subject_id) values (gen_random_uuid(), now(), 'courses.create', 'course', 'x')`,
      ],
    ],
    ['takes a seal away', 'inserted', ['delete from audit_seals where seq = 4']],
    [
      'swaps the entries of two seals',
      'reordered',
      [
        `update audit_seals set entry_id = gen_random_uuid() where seq in (4, 5)`,
        async (client) => {
          const { rows } = await client.query(
            `select id from audit_entries e where not exists (select from audit_seals s where s.entry_id = e.id) order by subject_id`,
          )
          await client.query('update audit_seals set entry_id = $1 where seq = 5', [rows[0].id])
          await client.query('update audit_seals set entry_id = $1 where seq = 4', [rows[1].id])
        },
      ],
    ],
    [
      'swaps two seals whole',
      'reordered',
      [
        'update audit_seals set seq = -4 where seq = 4',
        'update audit_seals set seq = 4 where seq = 5',
        'update audit_seals set seq = 5 where seq = -4',
      ],
    ],
    ['changes a seal', 'reordered', [`update audit_seals set hash = '\\x00' where seq = 4`]],
    ['cuts the end off', 'cut', ['delete from audit_seals where seq > 9']],
    [
      'cuts the end off, entries and head too',
      'cut',
      [
        `delete from audit_payloads where entry_id in (select entry_id from audit_seals where seq > 9)`,
        `delete from audit_entries where id in (select entry_id from audit_seals where seq > 9)`,
        'delete from audit_seals where seq > 9',
        endHead,
      ],
    ],
    [
      'takes the whole log away',
      'cut',
      ['delete from audit_payloads', 'delete from audit_entries', 'delete from audit_seals', 'delete from audit_heads'],
    ],
    [
      'edits an entry and computes all later hashes',
      'rewritten',
      [`update audit_entries set action = 'courses.publish' where id = ${idOf(9)}`, refit(9), rehash(9)],
    ],
    ['begins another chain', 'rewritten', [`update audit_heads set chain_id = gen_random_uuid()`]],
  ])('is found out: %s', async (_, kind, statements) => {
    const tenant = await givenLog()
    const whole = await check(tenant)
    expect(whole).toMatchObject({ problemCount: 0, problems: [], isSigned: true, strangeLines: 0, late: 0, erased: 0 })
    expect(whole.upTo).toBeGreaterThanOrEqual(12)
    await tamper(tenant, ...statements)
    const { problems, problemCount } = await check(tenant)
    expect(problemCount).toBeGreaterThan(0)
    expect(kindsOf(problems)).toContain(kind)
    // What comes later does not hide it, and no head is signed over it.
    app.clock.advance(1000)
    await log(tenant, 3)
    await seal(tenant)
    expect((await check(tenant)).problemCount).toBeGreaterThan(0)
  })
})

const many = 4500
async function givenLongLog(): Promise<Tenant & { userId: string }> {
  const given = await givenTenant(app)
  const ctx = contextOf(app, { ...given, userId: given.admin.userId }, ['admin'])
  const facts = Array.from({ length: many }, (_, at) => ({
    action: 'members.update' as const,
    subjectType: 'membership' as const,
    subjectId: `m-${at}`,
    subjectTitle: `Person ${at}`,
    after: { at },
  }))
  await ctx.write((tx: WriteTx) => auditMany(ctx, tx, facts))
  return { ...given, userId: given.admin.userId }
}

describe('sealing', () => {
  it('goes on after a kill, and two at once seal each entry once', async () => {
    const tenant = await givenLongLog()
    let portions = 0
    const db = {
      ...app.services.db,
      dangerouslyAsSystem: (work: (tx: WriteTx) => Promise<unknown>) =>
        app.services.db.dangerouslyAsSystem(async (tx) => {
          const result = await work(tx)
          portions += 1
          if (portions === 2) throw new Error('killed')
          return result
        }),
    }
    await expect(sealTenant({ ...app.services, db } as never, tenant.tenantId)).rejects.toThrow('killed')
    expect(await check(tenant)).toMatchObject({ upTo: 2000, problemCount: 0, isSigned: false })
    const counts = await Promise.all([seal(tenant), seal(tenant), seal(tenant)])
    // A run that finds the head locked leaves the rest to the next one.
    counts.push(await seal(tenant))
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(many - 2000)
    expect(await check(tenant)).toMatchObject({ upTo: many, problemCount: 0, isSigned: true })
    expect(await seal(tenant)).toBe(0)
  })

  it('seals an entry that was committed late under a later number', async () => {
    const tenant = await givenLog()
    const { upTo } = await check(tenant)
    const ctx = { ...contextOf(app, tenant as never, ['admin']), now: new Date(app.clock.now().getTime() - 60_000) }
    await ctx.write((tx: WriteTx) =>
      audit(ctx, tx, { action: 'courses.create', subjectType: 'course', subjectId: 'x' }),
    )
    expect(await check(tenant)).toMatchObject({ upTo, problemCount: 0 })
    await seal(tenant)
    expect(await check(tenant)).toMatchObject({ upTo: upTo + 1, problemCount: 0, late: 0 })
  })

  it('is beyond the reach of the application', async () => {
    const tenant = await givenLog()
    const db = app.services.db.tenant(tenant.tenantId)
    const denied = 'permission denied'
    await expect(db.write((tx) => tx.updateTable('auditSeals').set({ salt: null }).execute())).rejects.toThrow(denied)
    await expect(db.write((tx) => tx.deleteFrom('auditSeals').execute())).rejects.toThrow(denied)
    await expect(db.write((tx) => tx.updateTable('auditHeads').set({ seq: 1 }).execute())).rejects.toThrow(denied)
    await expect(db.write((tx) => tx.deleteFrom('auditPending').execute())).rejects.toThrow(denied)
    await expect(db.write((tx) => tx.deleteFrom('auditPayloads').execute())).rejects.toThrow(denied)
    expect(await db.read((tx) => tx.selectFrom('auditSeals').select('seq').limit(1).execute())).toHaveLength(1)
  })
})

describe('the signed heads outside of the database', () => {
  const fileOf = (tenant: Tenant) => join(app.services.settings.dataDir, 'audit-heads', `${tenant.tenantId}.ndjson`)

  it('can be checked with the public key alone, and a changed line does not count', async () => {
    const tenant = await givenLog()
    const text = await readFile(fileOf(tenant), 'utf8')
    const [line] = text.split('\n').map((one) => (one ? JSON.parse(one) : null))
    const { kind, tenantId, chainId, seq, hash, at, key, signature } = line
    const { body } = await app.call(tenant.admin, api.audit.chain)
    expect(key).toBe(body.publicKey)
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    const signed = Buffer.from(JSON.stringify([kind, tenantId, chainId, seq, hash, at]))
    expect(verify(null, signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
    await writeFile(fileOf(tenant), text.replaceAll(hash, hash.replace(/./g, '0')))
    expect(await check(tenant)).toMatchObject({ problemCount: 0, strangeLines: 1, isSigned: true })
    await writeFile(fileOf(tenant), `${text}{"kind":"sea`)
    expect(await check(tenant)).toMatchObject({ problemCount: 0, strangeLines: 0, isSigned: true })
    await log(tenant, 1)
    await seal(tenant)
    expect(await check(tenant)).toMatchObject({ problemCount: 0, strangeLines: 0, isSigned: true })
  })

  it('stay few', async () => {
    const tenant = await givenLog()
    const line = (await readFile(fileOf(tenant), 'utf8')).split('\n')[0]
    await writeFile(fileOf(tenant), `${line}\n`.repeat(400))
    await log(tenant, 1)
    await seal(tenant)
    const lines = (await readFile(fileOf(tenant), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(100)
    expect(await check(tenant)).toMatchObject({ problemCount: 0, isSigned: true })
  })

  it('tell a restored backup from a log that was cut', async () => {
    const tenant = await givenLog()
    const { upTo } = await check(tenant)
    await tamper(
      tenant,
      'delete from audit_payloads where entry_id in (select entry_id from audit_seals where seq > 9)',
      'delete from audit_entries where id in (select entry_id from audit_seals where seq > 9)',
      'delete from audit_seals where seq > 9',
      endHead,
    )
    expect(kindsOf((await check(tenant)).problems)).toEqual(['cut'])
    const { adminUrl } = await testDatabase()
    const restored = { tenantIds: [tenant.tenantId], mark: '2026-11-20', now: app.clock.now() }
    await noteRestored(app.services, adminUrl, restored)
    const restores = [{ at: app.clock.now().toISOString(), upTo: 9, before: upTo }]
    expect(await check(tenant)).toMatchObject({ problemCount: 0, upTo: 9, restores })
    await log(tenant, 1)
    await seal(tenant)
    expect(await check(tenant)).toMatchObject({ problemCount: 0, upTo: 11, restores })
    const { body } = await app.call(tenant.admin, api.audit.list, { query: { action: 'audit.restore' } })
    expect(body.items.map((one) => one.after)).toEqual([{ backupOf: '2026-11-20', upTo: 9 }])
  })
})

it('still verifies when people were erased, and what is left of them is sealed too', async () => {
  const tenant = await givenTenant(app)
  const { adminUrl } = await testDatabase()
  const people = [
    await givenPerson(app, tenant, { firstName: 'Petra', lastName: 'Erasable', email: 'petra@erasable.test' }),
    // Called as an action is: that must stay as it was.
    await givenPerson(app, tenant, { firstName: 'Paul', lastName: 'Erasable', username: 'members' } as never),
  ]
  for (const person of people) {
    const phone = { params: { userId: person.userId }, body: { phone: '0301234567' } }
    expect((await app.call(tenant.admin, api.members.update, phone)).status).toBe(200)
    expect((await app.call(person, api.session.revokeOthers)).status).toBe(200)
  }
  await seal(tenant)
  const before = await check(tenant)
  expect(before).toMatchObject({ problemCount: 0, erased: 0 })
  for (const person of people) {
    const confirmation = person.email
    const asked = { params: { userId: person.userId }, body: { confirmation } }
    expect((await app.call(tenant.admin, api.erasures.confirm, asked)).status).toBe(200)
    await runErasures(app.services, adminUrl)
    expect(await check(tenant)).toMatchObject({ problemCount: 0, erased: expect.any(Number) })
  }
  await seal(tenant)
  const after = await check(tenant)
  expect(after).toMatchObject({ problemCount: 0 })
  expect(after.erased).toBeGreaterThanOrEqual(2)
  expect(after.upTo).toBeGreaterThan(before.upTo)
  const { body } = await app.call(tenant.admin, api.audit.list, { query: { action: 'members.update' } })
  expect(body.total).toBe(2)
  await tamper(
    tenant,
    `update audit_entries set subject_title = 'Petra' where subject_title like 'Erased person%' and action = 'members.update'`,
  )
  expect(kindsOf((await check(tenant)).problems)).toEqual(['edited'])
  await tamper(tenant, 'delete from audit_blanks')
  expect(kindsOf((await check(tenant)).problems)).toEqual(['blanked'])
})

describe('administrators', () => {
  it('verify the log by a job, and read what it found', async () => {
    const tenant = await givenLog()
    expect((await app.call(tenant.admin, api.audit.chain)).body).toMatchObject({ check: null, waiting: 0 })
    await tamper(tenant, `update audit_entries set subject_title = 'Else' where id = ${idOf(4)}`)
    expect((await app.call(tenant.admin, api.audit.verify)).status).toBe(202)
    await app.settle()
    const { body } = await app.call(tenant.admin, api.audit.chain)
    expect(body).toMatchObject({
      head: { seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      check: { problemCount: 1, problems: [{ kind: 'edited', from: 4, until: 4, action: 'courses.saveDraft' }] },
    })
    const north = await givenPerson(app, tenant as never, {
      teamId: await givenTeam(app, tenant as never),
      roles: ['admin'],
    })
    const elsewhere = (await givenTenant(app)).admin
    for (const endpoint of [api.audit.chain, api.audit.verify]) {
      expect((await app.call(north, endpoint)).status).toBe(403)
      expect((await app.call(stranger, endpoint)).status).toBe(401)
    }
    expect((await app.call(elsewhere, api.audit.chain)).body).toMatchObject({ check: null, head: null })
  })

  it('export the log with numbers and hashes, which anybody can compute again', async () => {
    const tenant = await givenLog()
    const { body } = await app.send(tenant.admin, 'GET', api.audit.exportCsv.path)
    const [header = '', ...lines] = body
      .toString('utf8')
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .flatMap((one) => one.split('\n'))
    expect(header).toContain('Number')
    const rows = lines.map(cellsOf).filter((row) => row[0] !== '')
    expect(rows.length).toBeGreaterThanOrEqual(12)
    const head = JSON.parse(
      (await readFile(join(app.services.settings.dataDir, 'audit-heads', `${tenant.tenantId}.ndjson`), 'utf8'))
        .trim()
        .split('\n')
        .at(-1) ?? '',
    )
    // The recipe of docs/operating.md.
    const sha256 = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
    let hash = sha256(['learnt audit chain 1', tenant.tenantId, head.chainId])
    for (const row of rows) {
      const [number, id, at, actorId, , impersonatorId, , teamId, action, subjectType, subjectId, , requestId] = row
      const [wordsHash, told] = row.slice(-2)
      const or = (text: string | undefined) => text || null
      const facts = sha256([
        id,
        at,
        or(actorId),
        or(impersonatorId),
        or(teamId),
        action,
        subjectType,
        subjectId,
        requestId,
      ])
      hash = sha256([hash, Number(number), facts, wordsHash])
      expect(hash).toBe(told)
    }
    expect([rows.length, hash]).toEqual([head.seq, head.hash])
    const sheet = await readWorkbook((await app.send(tenant.admin, 'GET', api.audit.exportXlsx.path)).body)
    expect(sheet.rows[0]?.slice(2, 4).map((cell) => cell.value)).toEqual(['Time', 'Time (UTC)'])
    expect(sheet.rows[1]?.slice(2, 4)).toEqual([
      { type: 'n', style: '2', value: expect.stringMatching(/^4\d{4}/) },
      { type: 'inlineStr', style: null, value: expect.stringMatching(/^20\d\d-.*\.\d{6}Z$/) },
    ])
    expect((await app.send(stranger, 'GET', api.audit.exportCsv.path)).status).toBe(401)
  })
})

function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    (one) => one[1]?.replaceAll('""', '"') ?? one[2] ?? '',
  )
}

describe('a log that nobody looks at', () => {
  it('is sealed behind entries that were deleted while they waited, however many, and the check names these', async () => {
    const tenant = await givenLog()
    await tamper(
      tenant,
      `insert into audit_pending (at, entry_id) select now() - interval '1 year', gen_random_uuid() from generate_series(1, 4100)`,
    )
    await log(tenant, 3)
    expect(await seal(tenant)).toBe(3)
    const report = await check(tenant)
    expect(kindsOf(report.problems)).toEqual(['deleted'])
    expect(report.problems.every((one) => one.from === null)).toBe(true)
  })

  it('is checked each night, and its administrators are told of a break once', async () => {
    const tenant = await givenLog()
    const [other, whole] = [await givenLog(), await givenTenant(app)]
    const teamId = await givenTeam(app, tenant)
    const ofTeam = await givenPerson(app, tenant, { roles: ['admin'], teamId })
    // Nobody stays signed in for days.
    const notices = (person: { userId: string }, of: Tenant = tenant) =>
      app.services.db
        .tenant(of.tenantId as never)
        .read((tx) =>
          tx
            .selectFrom('notifications')
            .select(['params', 'link'])
            .where('kind', '=', 'auditBroken')
            .where('userId', '=', person.userId)
            .execute(),
        )
    const night = async (hours = 24) => {
      app.clock.advance(hours * 3_600_000)
      await checkLogs(app.services)
    }
    const checkedAt = () =>
      app.services.db
        .tenant(tenant.tenantId as never)
        .read((tx) => tx.selectFrom('auditChecks').select('checkedAt').executeTakeFirst())
    await checkLogs(app.services)
    const first = await checkedAt()
    expect(first).toBeDefined()
    // Not again within the same night.
    app.clock.advance(3_600_000)
    await checkLogs(app.services)
    expect(await checkedAt()).toEqual(first)
    expect(await notices(tenant.admin)).toEqual([])
    await tamper(tenant, `update audit_entries set actor_name = 'Else' where id = ${idOf(4)}`)
    // It is nine in the morning when the test begins.
    await night(16)
    const second = await checkedAt()
    expect(second).not.toEqual(first)
    await night()
    expect(await checkedAt()).not.toEqual(second)
    expect(await notices(tenant.admin)).toMatchObject([{ params: { problems: 1 }, link: '/apps/admin/audit-log' }])
    // Another break is another notice.
    await tamper(tenant, `update audit_entries set actor_name = 'Else' where id = ${idOf(7)}`)
    await night()
    expect(await notices(tenant.admin)).toHaveLength(2)
    expect(await notices(ofTeam)).toEqual([])
    for (const one of [other, whole]) expect(await notices(one.admin, one)).toEqual([])
  })
})
