import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, Services } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { TenantId } from '../../../platform/tenant-id.ts'
import { findCurrentKey, type KeyRow } from '../queries/find-keys.ts'
import { didOf } from '../signing/documents.ts'
import type { SigningKey } from '../signing/sign.ts'

/** The key with which the tenant signs. The first signature makes it; of two first ones at once both get the same. */
export async function getSigningKey(services: Services, tenantId: TenantId): Promise<SigningKey> {
  const tenant = services.db.tenant(tenantId)
  const found = await tenant.read(findCurrentKey)
  const opened = found && openKey(services, tenantId, found)
  if (opened) return opened
  // A sealed key that does not open was sealed with a SECRET_KEY that is gone: nothing will ever sign with it again.
  const made = await makeKey(services, tenantId)
  const current = await tenant.write(async (tx) => {
    if (found) await retireKey(tx, services.clock.now(), found.id)
    await insertKey(tx, { ...made, createdBy: null, now: services.clock.now() })
    return findCurrentKey(tx)
  })
  const key = current && openKey(services, tenantId, current)
  if (!key) throw new Error('The key of an issuer cannot be opened')
  return key
}

/** From now on a new key signs. The old one loses its secret half. */
export async function replaceKey(ctx: Ctx): Promise<void> {
  const made = await makeKey(ctx.services, ctx.actor.tenantId)
  await ctx.write(async (tx) => {
    await retireKey(tx, ctx.now, null)
    // If two replace the key at once, only one does.
    if (!(await insertKey(tx, { ...made, createdBy: ctx.actor.userId, now: ctx.now }))) return
    await audit(ctx, tx, {
      action: 'credentials.replaceKey',
      subjectType: 'tenant',
      subjectId: ctx.actor.tenantId,
      after: { keyId: made.id },
    })
  })
}

async function makeKey(services: Services, tenantId: TenantId) {
  const { makeSigningKey } = await import('../signing/sign.ts')
  const id = newId()
  const controller = didOf({ tenantId, publicUrl: services.settings.publicUrl })
  const key = await makeSigningKey({ id: `${controller}#${id}`, controller })
  return {
    id,
    publicKey: key.publicKeyMultibase,
    sealedKey: services.secrets.seal(key.secretKeyMultibase, ...purpose(tenantId, id)),
  }
}

function openKey(services: Services, tenantId: TenantId, row: KeyRow): SigningKey | null {
  const secretKeyMultibase = row.sealedKey && services.secrets.unseal(row.sealedKey, ...purpose(tenantId, row.id))
  if (!secretKeyMultibase) return null
  const controller = didOf({ tenantId, publicUrl: services.settings.publicUrl })
  return { id: `${controller}#${row.id}`, controller, publicKeyMultibase: row.publicKey, secretKeyMultibase }
}

function purpose(tenantId: string, keyId: string): [string, string, string] {
  return ['issuerKeys', tenantId, keyId]
}

/** `id` null: whichever is current. */
async function retireKey(tx: WriteTx, now: Date, id: string | null): Promise<void> {
  await sql`
    update issuer_keys set replaced_at = ${now}, sealed_key = null
    where replaced_at is null and (${id}::uuid is null or id = ${id}::uuid)`.execute(tx)
}

async function insertKey(
  tx: WriteTx,
  key: { id: string; publicKey: string; sealedKey: string; createdBy: string | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into issuer_keys (id, public_key, sealed_key, created_by, created_at)
    values (${key.id}, ${key.publicKey}, ${key.sealedKey}, ${key.createdBy}, ${key.now})
    on conflict (tenant_id) where replaced_at is null do nothing returning id`.execute(tx)
  return rows.length > 0
}
