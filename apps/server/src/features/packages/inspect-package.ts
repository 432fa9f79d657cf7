import { launchableItems } from '@learnt/contract/package-tree'
import { type PackageReport, packageLimits } from '@learnt/contract/packages'
import { type ArchivedFile, closeFile, openFile, statFile } from '../../platform/content/archive-files.ts'
import { readArchive, readArchivedFile, verifyFiles } from './archive.ts'
import { findRoot, isLitter, type Manifest, readManifest } from './manifest.ts'
import { Findings } from './problems.ts'

export interface InspectedPackage {
  manifest: Manifest
  /** Files of the package, by their paths from its root. */
  files: ArchivedFile[]
  size: number
  unpackedSize: number
  scoCount: number
  itemCount: number
}

/** Looks at an archive on disk from end to end. Reads only; `inspected` is null when the report refuses it. */
export async function inspectPackage(
  path: string,
): Promise<{ report: PackageReport; inspected: InspectedPackage | null }> {
  const findings = new Findings()
  const { size } = await statFile(path)
  const fd = await openFile(path)
  try {
    const inspected = await inspect(fd, size, findings)
    return { report: findings.report(), inspected: findings.refused ? null : inspected }
  } finally {
    await closeFile(fd)
  }
}

async function inspect(fd: number, size: number, findings: Findings): Promise<InspectedPackage | null> {
  const all = await readArchive(fd, size, findings)
  if (findings.refused) return null
  const root = findRoot(
    all.map((file) => file.path),
    findings,
  )
  if (root === null) return null
  const source = all.find((file) => file.path === root.manifest)
  if (source === undefined) return null
  if (source.size > packageLimits.manifestBytes) {
    findings.add('manifest-too-large', root.manifest, { bytes: source.size, limit: packageLimits.manifestBytes })
    return null
  }
  // The manifest first: a broken one is reported at once, whatever the size of the archive.
  await verifyFiles(fd, [source], findings)
  if (findings.refused) return null
  const files = all
    .filter((file) => file.path.startsWith(root.prefix) && !isLitter(file.path))
    .map((file) => ({ ...file, path: file.path.slice(root.prefix.length) }))
  const manifest = readManifest(
    await readArchivedFile(fd, source),
    files.map((file) => file.path),
    findings,
  )
  if (manifest === null || findings.refused) return null
  await verifyFiles(fd, files, findings)
  const items = manifest.organizations.flatMap((organization) => launchableItems(organization.items))
  return {
    manifest,
    files,
    size,
    unpackedSize: files.reduce((sum, file) => sum + file.size, 0),
    scoCount: items.filter((item) => item.type !== 'asset').length,
    itemCount: items.length,
  }
}
