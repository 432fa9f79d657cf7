import type { PackageFinding } from '@learnt/contract/courses'
import { launchableItems } from '@learnt/contract/package-tree'
import type { PackageItem, PackageKind, PackageOrganization } from '@learnt/contract/packages'

export interface ComparedPackage {
  readonly kind: PackageKind
  readonly edition: string
  readonly version: string
  readonly organization: PackageOrganization
}

/** People by the part that they are in, and by the parts that they have begun. */
export interface PeopleInParts {
  readonly here: ReadonlyMap<string, number>
  readonly begun: ReadonlyMap<string, number>
  readonly all: number
}

/** Why somebody in the middle of `before` may be surprised by `after`: what breaks first, then what is only to be known. */
export function comparePackages(
  before: ComparedPackage,
  after: ComparedPackage,
  people: PeopleInParts,
): PackageFinding[] {
  const findings: PackageFinding[] = []
  const say = (
    code: PackageFinding['code'],
    breaks: boolean,
    of: { part?: PackageItem | undefined; name?: string; from?: string; to?: string; people?: number } = {},
  ) =>
    findings.push({
      code,
      breaks,
      part: of.part?.title ?? '',
      name: of.name ?? '',
      from: of.from ?? '',
      to: of.to ?? '',
      here: of.part ? (people.here.get(of.part.id) ?? 0) : (of.people ?? 0),
      begun: of.part ? (people.begun.get(of.part.id) ?? 0) : (of.people ?? 0),
    })

  if (before.kind !== after.kind) {
    // Data of one run-time means nothing to the other.
    say('kindChanged', true, { from: nameOf(before), to: nameOf(after), people: people.all })
    return findings
  }
  if (before.edition !== after.edition)
    say('editionChanged', false, { from: nameOf(before), to: nameOf(after), people: people.all })
  if (before.version !== after.version) say('versionChanged', false, { from: before.version, to: after.version })
  const [old, now] = [launchableItems(before.organization.items), launchableItems(after.organization.items)]
  const nowById = new Map(now.map((part) => [part.id, part]))
  const added = now.filter((part) => !old.some((one) => one.id === part.id))
  const renamed = new Set<string>()
  for (const part of old) {
    const next = nowById.get(part.id)
    if (!next) {
      const again = added.find((one) => one.title === part.title && !renamed.has(one.id))
      if (again) renamed.add(again.id)
      if (again) say('partIdentifierChanged', true, { part, from: part.id, to: again.id })
      else say('partMissing', true, { part })
      continue
    }
    if (part.title !== next.title) say('partRenamed', false, { part, from: part.title, to: next.title })
    for (const objective of part.objectives)
      if (objective.id !== '' && !next.objectives.some((one) => one.id === objective.id))
        say('objectiveMissing', true, { part, name: objective.id })
    for (const objective of next.objectives)
      if (objective.id !== '' && !part.objectives.some((one) => one.id === objective.id))
        say('objectiveAdded', false, { part, name: objective.id })
    for (const [code, of] of thresholds)
      if (of(part) !== of(next)) say(code, false, { part, from: shown(of(part)), to: shown(of(next)) })
    if (sequencingOf(part) !== sequencingOf(next)) say('sequencingChanged', false, { part })
  }
  for (const part of added) if (!renamed.has(part.id)) say('partAdded', false, { part })
  if (JSON.stringify(before.organization.controls) !== JSON.stringify(after.organization.controls))
    say('sequencingChanged', false)
  const kept = old.filter((part) => nowById.has(part.id)).map((part) => part.id)
  const order = now.filter((part) => kept.includes(part.id)).map((part) => part.id)
  if (kept.join('\n') !== order.join('\n')) say('partsReordered', false)
  return findings.sort((a, b) => Number(b.breaks) - Number(a.breaks))
}

const thresholds: readonly (readonly [PackageFinding['code'], (part: PackageItem) => number | null])[] = [
  ['masteryChanged', (part) => part.masteryScore],
  [
    'minimumMeasureChanged',
    (part) => {
      const primary = part.objectives.find((objective) => objective.primary)
      return primary?.satisfiedByMeasure ? primary.minNormalizedMeasure : null
    },
  ],
  ['completionThresholdChanged', (part) => part.completionThreshold],
]

function shown(value: number | null): string {
  return value === null ? '' : String(value)
}

function sequencingOf(part: PackageItem): string {
  return JSON.stringify([part.controls, part.prerequisites])
}

function nameOf({ kind, edition }: ComparedPackage): string {
  return kind === 'scorm12' ? 'SCORM 1.2' : `SCORM ${edition}`
}
