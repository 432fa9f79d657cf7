import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx, Services } from '../../../platform/context.ts'
import { listKeptTenants } from '../../../platform/tenant/open-tenants.ts'
import { exportFolder, removeExports } from './make-export.ts'

/** Copies whose days are over, failed ones that nobody took up again, and what killed processes of this machine left. */
export async function cleanUpExports(services: Services, stopping: AbortSignal): Promise<void> {
  const now = services.clock.now()
  for (const tenantId of await listKeptTenants(services.db)) {
    if (stopping.aborted) return
    const tenant = services.db.tenant(tenantId)
    const some = await tenant.read((tx) => tx.selectFrom('dataExports').select('id').limit(1).executeTakeFirst())
    if (some) await tenant.write((tx) => removeExports({ now }, tx, { before: now }))
  }
  await removeLeftFiles(services)
}

/** Longer than a copy may take. The machine's own time: it is what the files on its disk are stamped with. */
const leftMs = 86_400_000

async function removeLeftFiles(services: Services): Promise<void> {
  const folder = exportFolder(services)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && Date.now() - found.mtimeMs > leftMs) await rm(join(folder, name), { force: true })
  }
}

/** Bytes that no row names. */
export async function removeBytes(ctx: Ctx, { sha256 }: { sha256: string }): Promise<void> {
  const named = await ctx.read((tx) =>
    tx.selectFrom('dataExports').select('id').where('sha256', '=', sha256).limit(1).executeTakeFirst(),
  )
  if (!named) await ctx.services.files.remove(ctx.actor.tenantId, sha256)
}
