import { randomBytes } from 'node:crypto'
import { domainRecord } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import { actInTenant } from '../../../platform/act-in-tenant.ts'
import type { AuditFact } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { findTextRecords } from '../../../platform/name-records.ts'
import { invalid, notFound, ProblemError } from '../../../platform/problem.ts'
import type { StoredDomain, StoredTenant } from '../queries.ts'

/** Names a domain that the tenant is about to show to be its own. */
export async function addDomain(ctx: Ctx, tenant: StoredTenant, domain: string): Promise<void> {
  refuseOwn(ctx, domain)
  await actInTenant(ctx, tenant.id, async (tx) => {
    const { rows } = await sql<{ added: boolean }>`
      select control.add_domain(${domain}, ${randomBytes(20).toString('base64url')}, ${ctx.now}) as added`.execute(tx)
    if (!rows[0]?.added) throw invalid({ 'body.domain': 'domainTwice' })
    return { result: undefined, fact: factOf('tenants.addDomain', tenant, { domain }) }
  })
}

/** Asks the name servers for the record; what was shown once stays shown. */
export async function checkDomain(ctx: Ctx, tenant: StoredTenant, domain: StoredDomain): Promise<void> {
  const { name, value } = domainRecord(domain.domain, domain.token)
  const found = await findTextRecords(name)
  if (found === null) throw new ProblemError('unavailable', { detail: 'reason.tenants.noNameServer' })
  const isShown = found.some((text) => text.trim() === value)
  await note(ctx, tenant, domain, isShown ? 'record' : null)
}

/** On a superadministrator's word: for domains whose records nobody of the tenant can change. Audited like all of this. */
export async function vouchForDomain(ctx: Ctx, tenant: StoredTenant, domain: StoredDomain): Promise<void> {
  await note(ctx, tenant, domain, 'superadmin')
}

export async function removeDomain(ctx: Ctx, tenant: StoredTenant, domain: StoredDomain): Promise<void> {
  await actInTenant(ctx, tenant.id, async (tx) => {
    const { rows } = await sql<{ removed: boolean }>`
      select control.remove_domain(${domain.domain}) as removed`.execute(tx)
    if (!rows[0]?.removed) throw notFound()
    const { domain: name, verifiedAt } = domain
    return { result: undefined, fact: factOf('tenants.removeDomain', tenant, { domain: name, verifiedAt }) }
  })
}

async function note(
  ctx: Ctx,
  tenant: StoredTenant,
  { domain, verifiedAt }: StoredDomain,
  proof: 'record' | 'superadmin' | null,
): Promise<void> {
  await actInTenant(ctx, tenant.id, async (tx) => {
    if (!(await noteProof(ctx, tx, domain, proof))) throw notFound()
    const action = proof === 'superadmin' ? 'tenants.vouchForDomain' : 'tenants.verifyDomain'
    // That nothing was found, or still is, changes nothing that anybody would look up.
    const isNews = proof === 'superadmin' || (proof === 'record' && verifiedAt === null)
    return { result: undefined, fact: isNews ? factOf(action, tenant, { domain, verifiedBy: proof }) : null }
  })
}

async function noteProof(ctx: Ctx, tx: WriteTx, domain: string, proof: string | null): Promise<boolean> {
  try {
    const { rows } = await sql<{ noted: boolean }>`
      select control.note_domain(${domain}, ${proof}, ${ctx.now}) as noted`.execute(tx)
    return rows[0]?.noted ?? false
  } catch (error) {
    if (isUniqueViolation(error, 'domain_of_one_tenant'))
      throw new ProblemError('conflict', { detail: 'reason.tenants.domainTaken' })
    throw error
  }
}

/** No tenant may claim the installation's own domains: all may have names below them. */
function refuseOwn({ services: { settings } }: Ctx, domain: string): void {
  const own = [new URL(settings.publicUrl).hostname, ...settings.primaryDomains]
  if (own.some((one) => domain === one || domain.endsWith(`.${one}`)))
    throw invalid({ 'body.domain': 'hostOfInstallation' })
}

function factOf(action: AuditFact['action'], tenant: StoredTenant, after: unknown): AuditFact {
  return { action, subjectType: 'tenant', subjectId: tenant.id, subjectTitle: tenant.name, after }
}
