import { type CatalogueKind, catalogueKinds } from '@learnt/contract/catalogues'
import { documentKinds } from '@learnt/contract/document-kinds'
import { visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { containerSources } from '../../assignments/commands/recompute-containers.ts'

/** The kind of a document `d` as the catalogue tells them apart. */
export const kindOfOffer: RawBuilder<string> = sql<string>`case when d.is_bundle then 'bundle' else d.type end`

/** Kinds of documents that the tenant does without, by its feature switches. */
export async function listKindsOff(tx: ReadTx): Promise<CatalogueKind[]> {
  const { rows } = await sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx)
  const { features } = readTenantConfig(rows[0]?.settings)
  return catalogueKinds.filter((kind) => {
    const feature = kind === 'bundle' ? 'bundles' : documentKinds[kind].feature
    return feature !== null && !features[feature]
  })
}

/**
 * What somebody may take: optional, offered by more than a container of theirs, and published. As `from` and `where` of
 * assignments `a` and documents `d`. `offset 0`: each is looked up by its key.
 */
export function offersOf(userId: string, kindsOff: readonly CatalogueKind[]): RawBuilder<unknown> {
  return sql`
    from assignments a join documents d on d.id = a.document_id
    where a.user_id = ${userId} and a.is_active and a.is_optional and d.status = any(${visibleToLearners}::text[])
      and ${kindsOff.length > 0 ? sql`${kindOfOffer} <> all(${kindsOff}::text[])` : sql`true`}
      and exists (select from assignment_sources s where s.assignment_id = a.id and s.kind not in ${containerSources} offset 0)`
}
