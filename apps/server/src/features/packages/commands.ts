import { type PackageProblem, type PackageReport, packageLimits } from '@learnt/contract/packages'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import {
  type ArchivedFile,
  closeFile,
  openFile,
  packIndex,
  streamUnpacked,
} from '../../platform/content/archive-files.ts'
import { isMedia } from '../../platform/content/content-types.ts'
import type { Ctx } from '../../platform/context.ts'
import { json, type Row, type WriteTx } from '../../platform/db/database.ts'
import { deterministicId } from '../../platform/ids.ts'
import { notFound } from '../../platform/problem.ts'
import { needRoom } from '../files/commands.ts'
import { type InspectedPackage, inspectPackage } from './inspect-package.ts'
import { PackageRefused } from './problems.ts'
import { findPackageOfFile, listNeededContents } from './queries.ts'

export interface ImportedPackage {
  packageId: string
  title: string
  scoCount: number
  report: PackageReport
}

type PackageFile = Pick<Row<'files'>, 'id' | 'sha256' | 'size' | 'name'>

/**
 * Checks an uploaded archive and keeps it as a package. It stays one archive and is served from it; only deflated sound
 * and moving pictures are stored a second time, unpacked. Asked twice it is the same package. A refused one throws
 * `PackageRefused`; its file goes with `forgetFile`, then `removeUnneeded`.
 */
export async function importPackage(ctx: Ctx, file: PackageFile): Promise<ImportedPackage> {
  const earlier = await ctx.read((tx) => findPackageOfFile(tx, file.id))
  if (earlier) {
    const problems = earlier.problems as PackageReport['problems']
    return {
      packageId: earlier.id,
      title: earlier.title,
      scoCount: earlier.scoCount,
      report: { accepted: true, problems, more: 0 },
    }
  }
  const path = await ctx.services.files.localPath(ctx.actor.tenantId, file.sha256)
  if (path === null) throw notFound()
  const { report, inspected } = await inspectPackage(path)
  if (inspected === null) throw new PackageRefused(report)
  const title = inspected.manifest.title || file.name.replace(/\.zip$/i, '')
  const { files, stored } = await unpackMedia(ctx, path, inspected.files)
  const packageId = deterministicId('package', ctx.actor.tenantId, file.id)
  try {
    await storePackage(ctx, { packageId, title, file, inspected, files, report })
  } catch (error) {
    await removeUnneeded(ctx, stored)
    throw error
  }
  return { packageId, title, scoCount: inspected.scoCount, report }
}

interface NewPackage {
  packageId: string
  title: string
  file: PackageFile
  inspected: InspectedPackage
  files: ArchivedFile[]
  report: PackageReport
}

async function storePackage(ctx: Ctx, { packageId, title, file, inspected, files, report }: NewPackage): Promise<void> {
  const { manifest } = inspected
  await ctx.write(async (tx) => {
    const made = await tx
      .insertInto('packages')
      .values({
        id: packageId,
        fileId: file.id,
        sha256: file.sha256,
        kind: manifest.kind,
        edition: manifest.edition,
        title,
        identifier: manifest.identifier,
        version: manifest.version,
        scoCount: inspected.scoCount,
        itemCount: inspected.itemCount,
        entryCount: files.length,
        size: inspected.size,
        unpackedSize: inspected.unpackedSize,
        organizations: json(manifest.organizations),
        problems: json(report.problems),
        entries: json(packIndex(files)),
        media: files.flatMap((one) => one.blob ?? []),
        createdBy: ctx.actor.userId,
        createdAt: ctx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    await audit(ctx, tx, {
      action: 'packages.store',
      subjectType: 'package',
      subjectId: packageId,
      subjectTitle: title,
      after: {
        kind: manifest.kind,
        edition: manifest.edition,
        scos: inspected.scoCount,
        bytes: inspected.size,
        warnings: report.problems.length + report.more,
      },
    })
  })
}

/** Stores deflated media as contents of their own, so that a player can seek in them. */
async function unpackMedia(
  ctx: Ctx,
  path: string,
  files: ArchivedFile[],
): Promise<{ files: ArchivedFile[]; stored: string[] }> {
  const stored: string[] = []
  const media = files.filter(isDeflatedMedia)
  if (media.length === 0) return { files, stored }
  await needRoom(
    ctx,
    media.reduce((bytes, file) => bytes + file.size, 0),
  )
  const fd = await openFile(path)
  try {
    const unpacked: ArchivedFile[] = []
    for (const file of files) {
      if (!isDeflatedMedia(file)) {
        unpacked.push(file)
        continue
      }
      const blob = await ctx.services.files.put(ctx.actor.tenantId, streamUnpacked(fd, file), { maxBytes: file.size })
      if (blob.created) stored.push(blob.sha256)
      unpacked.push({ ...file, blob: blob.sha256 })
    }
    return { files: unpacked, stored }
  } catch (error) {
    await removeUnneeded(ctx, stored)
    throw error
  } finally {
    await closeFile(fd)
  }
}

function isDeflatedMedia(file: ArchivedFile): boolean {
  return file.method === 8 && file.size > 0 && isMedia(file.path)
}

/** A refused upload goes for good. */
export async function forgetFile(tx: WriteTx, file: PackageFile): Promise<void> {
  await tx.deleteFrom('files').where('id', '=', file.id).execute()
}

/** The same bytes may be another file's too. */
export async function removeUnneeded(ctx: Ctx, hashes: readonly string[]): Promise<void> {
  const needed = await ctx.read((tx) => listNeededContents(tx, hashes))
  for (const hash of hashes) if (!needed.has(hash)) await ctx.services.files.remove(ctx.actor.tenantId, hash)
}

/** Adds a finding of playing to those of the import, once. */
export async function addFinding(tx: WriteTx, packageId: string, problem: PackageProblem): Promise<void> {
  const found = json([problem])
  await sql`
    update packages set problems = problems || ${found}::jsonb
    where id = ${packageId} and not problems @> ${found}::jsonb and jsonb_array_length(problems) < ${packageLimits.problems}`.execute(
    tx,
  )
}
