import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isAdmin, makeActor } from '../../../platform/actor.ts'
import { type Ctx, createContext, type Services } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { deterministicId, newId } from '../../../platform/ids.ts'
import { notify } from '../../../platform/notify.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import { translatorFor } from '../../../platform/translate.ts'
import { storeNamed } from '../../files/commands.ts'
import { startRun } from '../../imports/commands/start-run.ts'
import { folderOf } from '../folder.ts'
import { standardOptions } from '../queries/settings.ts'
import { peopleImport } from './people-import.ts'

/** Skips files that are still being written. */
const settledMs = 10_000

/** Starts a run for each new file in the folders of teams that use one, as the administrator who switched that on. */
export async function runFolders(services: Services, stopping: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    if (stopping.aborted) return
    const tenantId = mintTenantId(id)
    const { rows } = await services.db.tenant(tenantId).read((tx) =>
      sql<{ teamId: string; userId: string; roles: string[] | null }>`
        select s.team_id, s.watched_by as user_id, m.roles from feed_settings s
        left join memberships m on m.user_id = s.watched_by and m.team_id = s.team_id and m.status = 'active'
        where s.watches_folder`.execute(tx),
    )
    for (const { teamId, userId, roles } of rows) {
      const actor = makeActor({ userId, teamId, tenantId, roles: roles ?? [], sessionId: null })
      if (!isAdmin(actor)) {
        services.log.warn({ tenant: id, team: teamId }, 'nobody looks after the folder of the feed any more')
        continue
      }
      const ctx = createContext({ actor, services, requestId: 'feeds.folder', locale: 'en', t: translatorFor('en') })
      await runFolder(ctx)
    }
  }
}

/** One file at a time: the next one waits until the run is over. */
async function runFolder(ctx: Ctx): Promise<void> {
  const folder = folderOf(ctx.services, ctx.actor)
  const names = (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    // The machine’s own clock, because it also stamps the files.
    if (!found || found.mtimeMs > Date.now() - settledMs) continue
    const { teamId, tenantId } = ctx.actor
    const fileId = deterministicId('feed', tenantId, teamId, name, String(found.mtimeMs), String(found.size))
    const begun = await wasBegun(ctx, fileId)
    try {
      if (!begun) {
        const file = await storeNamed(ctx, { path, name, purpose: 'feed', fileId })
        await startRun(ctx, peopleImport, file, { source: 'folder', commits: true, options: {} })
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      // Another run is in progress, so this file waits for the next round.
      if (error.code === 'wrong-state') return
      await recordRefused(ctx, {
        name,
        size: found.size,
        reason: error.errors?.[0]?.message ?? error.detail ?? error.code,
      })
      await putAway(folder, name, 'failed')
      continue
    }
    await putAway(folder, name, 'done')
  }
}

async function wasBegun(ctx: Ctx, fileId: string): Promise<boolean> {
  const { rows } = await ctx.read((tx) =>
    sql<{ is: boolean }>`select exists (select from feed_runs where file_id = ${fileId}) as is`.execute(tx),
  )
  return rows[0]?.is ?? false
}

/** Adds a file that cannot be run to the history, and notifies its administrator. */
async function recordRefused(ctx: Ctx, of: { name: string; size: number; reason: string }): Promise<void> {
  const id = newId()
  await ctx.write(async (tx) => {
    await sql`
      insert into feed_runs (id, team_id, state, source, file_id, file_name, file_size, sha256, options, reason, created_by, created_at, finished_at)
      values (${id}, ${ctx.actor.teamId}, 'failed', 'folder', null, ${of.name}, ${of.size}, '', ${json(standardOptions)}, ${of.reason}, ${ctx.actor.userId}, ${ctx.now}, ${ctx.now})`.execute(
      tx,
    )
    await notify(ctx, tx, {
      kind: 'jobFailed',
      userId: ctx.actor.userId,
      key: `feed:${id}`,
      params: { jobId: id, job: 'feeds.check', subject: of.name },
      link: `/apps/admin/feed-history/${id}`,
    })
  })
}

async function putAway(folder: string, name: string, into: 'done' | 'failed'): Promise<void> {
  await mkdir(join(folder, into), { recursive: true })
  await rename(join(folder, name), join(folder, into, `${new Date().toISOString().replace(/[:.]/g, '-')}-${name}`))
}

/** Creates the team’s folder before the first file comes. */
export async function makeFolder(ctx: Pick<Ctx, 'services' | 'actor'>): Promise<void> {
  await mkdir(folderOf(ctx.services, ctx.actor), { recursive: true })
}
