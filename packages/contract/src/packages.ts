import { z } from 'zod'

declare module './audit-actions.ts' {
  interface AuditNouns {
    packages: { verbs: 'import' | 'store'; subjects: 'package' }
  }
}

/** Kinds of packages that are played here. cmi5, xAPI and AICC packages are recognised and refused with a clear sentence. */
export const packageKinds = ['scorm12', 'scorm2004'] as const
export const PackageKind = z.enum(packageKinds)
export type PackageKind = z.infer<typeof PackageKind>

export const packageEditions = ['1.2', '2004-2', '2004-3', '2004-4'] as const
export const PackageEdition = z.enum(packageEditions)
export type PackageEdition = z.infer<typeof PackageEdition>

/** Limits of an archive; what is beyond them is refused before anything is stored. */
export const packageLimits = {
  archiveBytes: 2 * 1024 ** 3,
  unpackedBytes: 2 * 1024 ** 3,
  entries: 20_000,
  /** Times that an entry may grow when unpacked, once it is larger than `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 1024 ** 2,
  pathBytes: 1024,
  pathSegments: 64,
  manifestBytes: 10 * 1024 ** 2,
  manifestDepth: 100,
  items: 5000,
  /** Problems told in one report. */
  problems: 50,
} as const

/**
 * Everything that an import can complain about. `error` refuses the package, `warning` is told and the package is kept.
 * The sentence of each code stands in the catalogue of the pages (`packages.problem.<code>`), with `params` filled in.
 */
export const packageProblems = {
  // The archive
  'not-a-zip': 'error',
  truncated: 'error',
  'central-directory-broken': 'error',
  'multi-disk': 'error',
  empty: 'error',
  'too-large': 'error',
  'too-many-entries': 'error',
  'unpacks-too-large': 'error',
  'unpacks-too-much': 'error',
  'path-escape': 'error',
  'path-absolute': 'error',
  'path-drive': 'error',
  'path-too-long': 'error',
  'path-characters': 'error',
  'path-empty': 'error',
  link: 'error',
  'special-file': 'error',
  duplicate: 'error',
  'case-clash': 'error',
  'file-and-folder': 'error',
  encrypted: 'error',
  'compression-unknown': 'error',
  overlap: 'error',
  'entry-outside': 'error',
  'entry-broken': 'error',
  'size-differs': 'error',
  'checksum-differs': 'error',
  'entry-name-differs': 'warning',
  'duplicate-same': 'warning',
  'trailing-bytes': 'warning',
  // The manifest
  'manifest-missing': 'error',
  'manifest-elsewhere': 'error',
  'manifest-in-folder': 'warning',
  'manifest-name': 'warning',
  'manifest-too-large': 'error',
  'manifest-encoding': 'error',
  'manifest-broken': 'error',
  'manifest-entities': 'error',
  'manifest-too-deep': 'error',
  'manifest-no-root': 'error',
  'kind-cmi5': 'error',
  'kind-xapi': 'error',
  'kind-aicc': 'error',
  'kind-common-cartridge': 'error',
  'kind-unknown': 'error',
  'edition-guessed': 'warning',
  'organization-missing': 'warning',
  'organization-default-missing': 'warning',
  'too-many-items': 'error',
  'item-duplicate': 'warning',
  'item-resource-missing': 'warning',
  'nothing-to-launch': 'error',
  'launch-file-missing': 'warning',
  'launch-outside': 'warning',
  'file-missing': 'warning',
  'path-case': 'warning',
  'value-ignored': 'warning',
  'sequencing-not-supported': 'warning',
  'sub-manifest': 'warning',
  'server-program': 'warning',
  'type-missing': 'warning',
  // Found while learners play
  'score-range': 'warning',
} as const satisfies Record<string, 'error' | 'warning'>

export const PackageProblemCode = z.enum(Object.keys(packageProblems) as [keyof typeof packageProblems])
export type PackageProblemCode = keyof typeof packageProblems

/** One finding; `path` is the entry or the place in the manifest that it is about. */
export const PackageProblem = z.object({
  code: PackageProblemCode,
  severity: z.enum(['error', 'warning']),
  path: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type PackageProblem = z.infer<typeof PackageProblem>

/** The readable report of an import. Without an error the package is kept. */
export const PackageReport = z.object({
  accepted: z.boolean(),
  problems: z.array(PackageProblem),
  /** Findings beyond the ones listed. */
  more: z.number().int(),
})
export type PackageReport = z.infer<typeof PackageReport>

/** What the sequencing part of a manifest says that this player follows (SCORM 2004; always permissive in 1.2). */
export const ItemControls = z.object({
  /** Children may be chosen from the list. */
  choice: z.boolean(),
  /** The learner may leave this item by choosing another one. */
  choiceExit: z.boolean(),
  /** Continue and previous move through the children. */
  flow: z.boolean(),
  forwardOnly: z.boolean(),
  tracked: z.boolean(),
  completionSetByContent: z.boolean(),
  objectiveSetByContent: z.boolean(),
})
export type ItemControls = z.infer<typeof ItemControls>

export const ItemObjective = z.object({
  id: z.string(),
  primary: z.boolean(),
  satisfiedByMeasure: z.boolean(),
  minNormalizedMeasure: z.number().nullable(),
})
export type ItemObjective = z.infer<typeof ItemObjective>

export interface PackageItem {
  /** Identifier in the manifest, unique in the package. */
  id: string
  title: string
  visible: boolean
  /** Where it opens, relative to the package's root, with query and fragment; null for a folder of items. */
  href: string | null
  /**
   * A SCO reports, an asset is only looked at. Where the manifest does not say, it is a SCO once it looks for the API and
   * calls it. Null for a folder.
   */
  type: 'sco' | 'asset' | 'unknown' | null
  /** AICC script of SCORM 1.2; empty: none. */
  prerequisites: string
  /** Seconds; null: no limit. */
  maxTimeAllowed: number | null
  /** As the manifest writes it, for the package to read; missing where packages were imported before it was kept. */
  maxTimeText?: string | undefined
  timeLimitAction: string
  launchData: string
  /** SCORM 1.2, 0 to 100. */
  masteryScore: number | null
  /** SCORM 2004, 0 to 1. */
  completionThreshold: number | null
  controls: ItemControls
  objectives: ItemObjective[]
  /** Buttons that the package asks to hide: continue, previous, exit, suspendAll and so on. */
  hide: string[]
  children: PackageItem[]
}
export const PackageItem: z.ZodType<PackageItem> = z.lazy(() =>
  z.object({
    id: z.string(),
    title: z.string(),
    visible: z.boolean(),
    href: z.string().nullable(),
    type: z.enum(['sco', 'asset', 'unknown']).nullable(),
    prerequisites: z.string(),
    maxTimeAllowed: z.number().nullable(),
    maxTimeText: z.string().optional(),
    timeLimitAction: z.string(),
    launchData: z.string(),
    masteryScore: z.number().nullable(),
    completionThreshold: z.number().nullable(),
    controls: ItemControls,
    objectives: z.array(ItemObjective),
    hide: z.array(z.string()),
    children: z.array(PackageItem),
  }),
)

/** One tree of items; the first one of a package is the one that is played. */
export const PackageOrganization = z.object({
  id: z.string(),
  title: z.string(),
  controls: ItemControls,
  items: z.array(PackageItem),
})
export type PackageOrganization = z.infer<typeof PackageOrganization>
