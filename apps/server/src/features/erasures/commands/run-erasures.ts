import { type ErasurePart, proofKinds } from '@learnt/contract/erasures'
import { findLocale } from '@learnt/contract/locales'
import pg from 'pg'
import { audit } from '../../../platform/audit.ts'
import type { Services } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { columnList, qualified, readCatalogue, withOwner } from '../../../platform/db/tables.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { Erased } from '../../../platform/person-tables.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { deletePeopleWithoutTenant } from '../../../platform/tenant/remove-tenant.ts'
import { mintTenantId, type TenantId } from '../../../platform/tenant-id.ts'
import { blankEntries } from '../../audit/commands/blank-entries.ts'
import { eraseMemberships } from '../../members/commands/erase-memberships.ts'
import { countByKind, keptProofs, type ProofPeriod, partsOf } from '../queries/count-parts.ts'
import { type Fate, isProof, latestProofs, listFates, orderFates } from '../queries/fates.ts'
import {
  type ErasureSearch,
  findFiles,
  findUnnamed,
  findWords,
  listTextColumns,
  patternOf,
  replaceWords,
} from '../queries/find-copies.ts'
import { recordErasure } from './erasure-list.ts'

/** Hears of each step that is done: tests stop an erasure half-way. */
type AfterStep = (step: string) => void

interface Due {
  readonly tenantId: TenantId
  readonly userId: string
}

/** How long the mail about the end may wait for the mail server, before it goes with the address in it. */
const mailWaitsMs = 30 * 60_000

/**
 * Erases everybody whose erasure was confirmed, takes proofs away whose day has come, and the mails about the end once they
 * went out. Every step can be repeated: killed anywhere, the next run goes on. Needs the owner, since no role of the
 * application may change the audit log or take people out of the control plane. Answers how many were erased.
 */
export async function runErasures(services: Services, adminUrl: string, after: AfterStep = () => {}): Promise<number> {
  const { due, mailed, proofs } = await listDue(services)
  let erased = 0
  for (const one of due) if (await withTenant(adminUrl, one, (client) => erase(services, client, one, after))) erased++
  for (const one of mailed) await withTenant(adminUrl, one, (client) => removeMail(services, client, one))
  for (const one of proofs) await withTenant(adminUrl, one, (client) => removeProofs(services, client, one))
  return erased
}

async function listDue({ db, clock }: Services): Promise<{ due: Due[]; mailed: Due[]; proofs: Due[] }> {
  const now = clock.now()
  const [asked, proofs] = await db.dangerouslyLookAsSystem((tx) =>
    Promise.all([
      tx
        .selectFrom('eraseRequests')
        .select(['tenantId', 'userId', 'finishedAt'])
        .where('confirmedAt', 'is not', null)
        .where((eb) => eb.or([eb('finishedAt', 'is', null), eb('search', 'is not', null)]))
        .orderBy('confirmedAt')
        .execute(),
      tx
        .selectFrom('keptProofs')
        .distinct()
        .select(['tenantId', 'userId'])
        .where('goesOn', '<=', now.toISOString().slice(0, 10))
        .execute(),
    ]),
  )
  const of = ({ tenantId, userId }: { tenantId: string; userId: string }) => ({
    tenantId: mintTenantId(tenantId),
    userId,
  })
  return {
    due: asked.filter((one) => one.finishedAt === null).map(of),
    mailed: asked.filter((one) => one.finishedAt !== null).map(of),
    proofs: proofs.map(of),
  }
}

/** One connection of the owner, bound to the tenant, while nobody else erases this person. */
function withTenant<T>(adminUrl: string, { tenantId, userId }: Due, work: (client: pg.Client) => Promise<T>) {
  return withOwner(adminUrl, async (client) => {
    await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 57)) as mine',
      [`${tenantId}:${userId}`],
    )
    return rows[0]?.mine ? work(client) : null
  })
}

async function erase(services: Services, client: pg.Client, due: Due, after: AfterStep): Promise<boolean> {
  const person = await findErased(client, due.userId)
  const begun = await begin(services, client, due, person)
  if (!begun) return false
  after('begun')
  const kept = await readKept(client, due.userId)
  await blankEntries(client, {
    ...due,
    now: services.clock.now(),
    pseudonym: person.pseudonym,
    statements: await listLogChanges(client, person, begun.words),
  })
  after('log')
  for (const fate of await orderFates(client)) {
    if (isOfLog(fate.table) || (isProof(fate.kind) && kept.includes(fate.kind))) continue
    await client.query(applyFate(fate, person))
    after(`${fate.kind}:${fate.table}`)
  }
  await replaceCopies(client, person, begun.words, kept)
  after('copies')
  await removeFiles(services, client, due, begun)
  after('files')
  await finish(services, due, person, begun)
  return true
}

async function findErased(client: pg.Client, userId: string): Promise<Erased> {
  const { rows } = await client.query<{ id: string }>('select id from memberships where user_id = $1 order by id', [
    userId,
  ])
  return { userId, membershipIds: rows.map((row) => row.id), pseudonym: pseudonymOf(userId) }
}

/** Stands where the name stood. The end of the id, since its beginning is a time. */
export function pseudonymOf(userId: string): string {
  return `Erased person ${userId.slice(-8)}`
}

/**
 * The first transaction: what is searched for is written down, the person can no longer sign in, and the membership has no
 * name. Answers what an earlier run wrote down, if there was one; null: nothing is to be done.
 */
async function begin(services: Services, client: pg.Client, due: Due, person: Erased): Promise<ErasureSearch | null> {
  const now = services.clock.now()
  const { userId, tenantId } = due
  await client.query('begin')
  try {
    const { rows } = await client.query<{ search: ErasureSearch | null }>(
      `select search from erase_requests where user_id = $1 and confirmed_at is not null and finished_at is null for update`,
      [userId],
    )
    const [request] = rows
    if (!request || request.search) {
      await client.query('commit')
      return request?.search ?? null
    }
    const { rows: periods } = await client.query<ProofPeriod>('select kind, months, reason from retention_periods')
    const { rows: latest } = await client.query<{ kind: string; made: Date | null }>(latestProofs(person))
    const proofs = keptProofs(latest, periods, now)
    const { rows: counts } = await client.query<{ kind: string; records: number }>(countByKind(person))
    const outcome: ErasurePart[] = partsOf(counts, proofs)
    const { rows: contact } = await client.query<{ to: string; teamId: string; locale: string | null }>(
      `select email as "to", team_id as "teamId", preferences ->> 'locale' as locale from memberships
       where user_id = $1 order by email = '', is_primary desc, id limit 1`,
      [userId],
    )
    const search: ErasureSearch = {
      words: await findWords(client, userId),
      ...(await findFiles(
        client,
        userId,
        proofs.map((one) => one.kind),
      )),
      mail: contact[0] ?? { to: '', teamId: tenantId, locale: null },
    }
    await client.query('update erase_requests set search = $2, outcome = $3 where user_id = $1', [
      userId,
      JSON.stringify(search),
      JSON.stringify(outcome),
    ])
    for (const proof of proofs)
      await client.query(
        `insert into kept_proofs (tenant_id, user_id, kind, goes_on, reason) values ($1, $2, $3, $4, $5)
         on conflict (tenant_id, user_id, kind) do nothing`,
        [tenantId, userId, proof.kind, proof.until, proof.reason],
      )
    await closeAccount(client, due)
    for (const statement of eraseMemberships(person, now)) await client.query(statement)
    await client.query('commit')
    return search
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** All that the control plane knows of the person in this tenant; and the account, where it opens no other one. */
async function closeAccount(client: pg.Client, { tenantId, userId }: Due): Promise<void> {
  const { rows } = await client.query<{ email: string }>('select email from control.users where id = $1', [userId])
  const email = rows[0]?.email ?? ''
  const { control } = await readCatalogue(client)
  await client.query(
    `delete from control.provider_sessions where session_id in (select id from control.sessions where user_id = $1 and tenant_id = $2)`,
    [userId, tenantId],
  )
  await client.query(
    `update control.sessions set acting_id = null, acting_user_id = null, acting_team_id = null, acting_writes = false, acting_until = null
     where acting_user_id = $1 and tenant_id = $2`,
    [userId, tenantId],
  )
  for (const table of control.toReversed()) {
    if (!table.columns.includes('user_id')) continue
    if (table.columns.includes('tenant_id'))
      await client.query(`delete from ${qualified(table)} where user_id = $1 and tenant_id = $2`, [userId, tenantId])
    else if (table.columns.includes('set_in_tenant'))
      await client.query(`delete from ${qualified(table)} where user_id = $1 and set_in_tenant = $2`, [
        userId,
        tenantId,
      ])
  }
  if (email !== '') {
    await client.query('delete from control.account_links where tenant_id = $1 and lower(email) = lower($2)', [
      tenantId,
      email,
    ])
    await client.query(
      `delete from control.provider_flows where tenant_id = $1 and strpos(lower(coalesce(profile::text, '') || coalesce(details::text, '')), lower($2)) > 0`,
      [tenantId, email],
    )
  }
  await client.query('delete from control.sign_in_failures where strpos(key, $1) > 0', [userId])
  await deletePeopleWithoutTenant(client, [userId])
}

function applyFate({ table, where, becomes }: Fate, person: Erased): string {
  const name = qualified({ schema: 'public', name: table })
  if (becomes === null) return `delete from ${name} t where ${where(person)}`
  const sets = Object.entries(becomes(person)).map(([column, value]) => `${columnList([column])} = ${value}`)
  return `update ${name} t set ${sets.join(', ')} where ${where(person)}`
}

function isOfLog(table: string): boolean {
  return table === 'audit_entries' || table === 'audit_payloads'
}

/** What changes in the audit log, which has seals. Each statement answers with the ids of the entries that it has changed. */
async function listLogChanges(client: pg.Client, person: Erased, words: readonly string[]): Promise<string[]> {
  const idOf = (table: string) => (table === 'audit_entries' ? 't.id' : 't.entry_id as id')
  const changes = listFates()
    .filter(({ table }) => isOfLog(table))
    .map((fate) => {
      const values = Object.entries(fate.becomes?.(person) ?? {})
      const changed = values.map(([column, value]) => `t.${columnList([column])} is distinct from ${value}`)
      const where = (of: Erased) => `(${fate.where(of)})${changed.length > 0 ? ` and (${changed.join(' or ')})` : ''}`
      return `${applyFate({ ...fate, where }, person)} returning ${idOf(fate.table)}`
    })
  const pattern = patternOf(words)
  const columns = (await listTextColumns(client)).filter(({ table }) => isOfLog(table))
  const copies = replaceWords(columns, { pattern, person, except: [] })
  return [...changes, ...copies.map(({ table, sql }) => `${sql} returning ${idOf(table)}`)]
}

async function readKept(client: pg.Client, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ kind: string }>('select kind from kept_proofs where user_id = $1', [userId])
  return rows.map((row) => row.kind)
}

/** Tables whose rows keep the name while a proof is kept; of submissions those of the person alone. */
const proofTables: Readonly<Record<string, readonly string[]>> = {
  certificates: ['certificates'],
  badges: ['badge_awards'],
  outsideCertificates: ['outside_certificates', 'files'],
  submissions: ['submissions', 'answers', 'submission_events', 'submission_markings', 'files'],
}

async function replaceCopies(
  client: pg.Client,
  person: Erased,
  words: readonly string[],
  kept: readonly string[],
): Promise<void> {
  const pattern = patternOf(words)
  const areOthers = `t.submission_id in (select s.id from submissions s where s.user_id <> ${pg.escapeLiteral(person.userId)})`
  const within = kept.includes('submissions')
    ? { answers: areOthers, submission_events: areOthers, submission_markings: areOthers }
    : {}
  const except = kept.flatMap((kind) => proofTables[kind] ?? []).filter((table) => !(table in within))
  const columns = (await listTextColumns(client)).filter(({ table }) => !isOfLog(table))
  for (const { sql: statement } of replaceWords(columns, { pattern, person, except, within }))
    await client.query(statement)
}

async function removeFiles(
  services: Pick<Services, 'files'>,
  client: pg.Client,
  { tenantId }: Due,
  of: Pick<ErasureSearch, 'files' | 'blobs'>,
): Promise<void> {
  const { rows } = await client.query<{ sha256: string; variants: Record<string, { sha256?: string }> }>(
    'select sha256, variants from files where id = any ($1::uuid[])',
    [of.files],
  )
  const bytes = rows.flatMap((row) => [row.sha256, ...Object.values(row.variants).flatMap((one) => one.sha256 ?? [])])
  // The rows name the bytes until these are gone: killed in between, the next run finds them again.
  await client.query('update feed_runs set file_id = null where file_id = any ($1::uuid[])', [of.files])
  await client.query(
    `update jobs set result = result - 'sha256', link = null where result ->> 'sha256' = any ($1::text[])`,
    [of.blobs],
  )
  await client.query('delete from prepared_parts where file_id = any ($1::uuid[])', [of.files])
  await client.query('delete from prepared_files where file_id = any ($1::uuid[])', [of.files])
  const { rows: shared } = await client.query<{ sha256: string }>(
    'select distinct sha256 from files where sha256 = any ($1::text[]) and id <> all ($2::uuid[])',
    [bytes, of.files],
  )
  for (const sha256 of bytes)
    if (!shared.some((one) => one.sha256 === sha256)) await services.files.remove(tenantId, sha256)
  await client.query('delete from files where id = any ($1::uuid[])', [of.files])
  for (const sha256 of await findUnnamed(client, of.blobs)) await services.files.remove(tenantId, sha256)
}

/** The list outside of the database has it before the database says so: a restored one learns of it again. */
async function finish(services: Services, due: Due, person: Erased, { mail }: ErasureSearch): Promise<void> {
  const ctx = systemContext(services, due.tenantId, { requestId: 'erasures.run' })
  await recordErasure(services.settings, { tenantId: due.tenantId, userId: due.userId, at: ctx.now })
  await ctx.write(async (tx) => {
    const locale = findLocale(mail.locale)
    const mailId = await queueMail(ctx, tx, {
      kind: 'personErased',
      to: mail.to,
      userId: null,
      teamId: mail.teamId,
      reason: 'asked',
      ...(locale ? { locale } : {}),
    })
    await tx
      .updateTable('eraseRequests')
      .set({ finishedAt: ctx.now, search: json({ mailId }) })
      .where('userId', '=', due.userId)
      .execute()
    await audit(ctx, tx, {
      action: 'erasures.finish',
      subjectType: 'user',
      subjectId: due.userId,
      subjectTitle: person.pseudonym,
    })
  })
}

/** The mail about the end holds the address: it goes when it was sent, or when it has waited too long. */
async function removeMail({ clock }: Services, client: pg.Client, { userId }: Due): Promise<void> {
  const { rows } = await client.query<{ id: string | null }>(
    `select search ->> 'mailId' as id from erase_requests where user_id = $1 and finished_at is not null and search is not null`,
    [userId],
  )
  const id = rows[0]?.id
  if (!id) return
  const before = new Date(clock.now().getTime() - mailWaitsMs)
  await client.query(`delete from mails where id = $1 and (state in ('sent', 'suppressed') or created_at <= $2)`, [
    id,
    before,
  ])
  await client.query(
    `update erase_requests set search = null where user_id = $1 and not exists (select from mails where id = $2)`,
    [userId, id],
  )
}

/** Proofs whose day has come lose the name, as the rest did before. */
async function removeProofs(services: Services, client: pg.Client, due: Due): Promise<void> {
  const today = services.clock.now().toISOString().slice(0, 10)
  const person = await findErased(client, due.userId)
  const { rows } = await client.query<{ kind: string }>(
    'select kind from kept_proofs where user_id = $1 and goes_on <= $2',
    [due.userId, today],
  )
  const gone = rows.map((row) => row.kind)
  const found = await findFiles(
    client,
    due.userId,
    proofKinds.filter((kind) => !gone.includes(kind)),
  )
  for (const fate of await orderFates(client)) if (gone.includes(fate.kind)) await client.query(applyFate(fate, person))
  await removeFiles(services, client, due, found)
  await client.query('delete from kept_proofs where user_id = $1 and kind = any ($2::text[])', [due.userId, gone])
  const ctx = systemContext(services, due.tenantId, { requestId: 'erasures.run' })
  await ctx.write((tx) =>
    audit(ctx, tx, {
      action: 'erasures.removeProof',
      subjectType: 'user',
      subjectId: due.userId,
      subjectTitle: person.pseudonym,
      after: { kinds: gone },
    }),
  )
}
