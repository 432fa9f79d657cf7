import type { PackageOrganization } from '@learnt/contract/packages'
import { sql } from 'kysely'
import type { PackedFile } from '../../platform/content/archive-files.ts'
import type { ReadTx, Row } from '../../platform/db/database.ts'

export type PackageRow = Row<'packages'>

/** What it takes to open a package; its list of files is not among it. */
export interface PlayablePackage {
  id: string
  kind: PackageRow['kind']
  edition: PackageRow['edition']
  title: string
  /** The tree that is played. */
  organization: PackageOrganization
}

export async function findPlayablePackage(tx: ReadTx, packageId: string): Promise<PlayablePackage | null> {
  const row = await tx
    .selectFrom('packages')
    .select(['id', 'kind', 'edition', 'title', 'organizations'])
    .where('id', '=', packageId)
    .executeTakeFirst()
  if (!row) return null
  const [organization] = row.organizations as PackageOrganization[]
  if (organization === undefined) return null
  return { id: row.id, kind: row.kind, edition: row.edition, title: row.title, organization }
}

export function findPackageOfFile(tx: ReadTx, fileId: string) {
  return tx
    .selectFrom('packages')
    .select(['id', 'title', 'scoCount', 'problems'])
    .where('fileId', '=', fileId)
    .executeTakeFirst()
}

/** Where the archive lies and what is in it, for the content server. */
export async function findArchive(
  tx: ReadTx,
  packageId: string,
): Promise<{ sha256: string; files: PackedFile[] } | null> {
  const row = await tx
    .selectFrom('packages')
    .select(['sha256', 'entries'])
    .where('id', '=', packageId)
    .executeTakeFirst()
  return row ? { sha256: row.sha256, files: row.entries as PackedFile[] } : null
}

/** Contents of the store that some file or package of the tenant still needs. */
export async function listNeededContents(tx: ReadTx, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const [files, packages] = await Promise.all([
    tx
      .selectFrom('files')
      .select('sha256')
      .where('sha256', 'in', [...hashes])
      .execute(),
    tx
      .selectFrom('packages')
      .select('media')
      .where(sql<boolean>`media && ${[...hashes]}::text[]`)
      .execute(),
  ])
  return new Set([...files.map((file) => file.sha256), ...packages.flatMap((one) => one.media)])
}

/** The upload that a package is to be made of. */
export function findPackageFile(tx: ReadTx, fileId: string): Promise<Row<'files'> | undefined> {
  return tx.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
}
