import type { ImportRow, ImportRun, ImportRunPage } from '@learnt/contract/imports'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import type { Translate } from '../../platform/translate.ts'
import type { ImportKind } from './kind.ts'
import { importPolicy } from './policy.ts'
import { sentenceOf } from './queries/read-cells.ts'
import type { RowRecord, RunRow } from './queries/runs.ts'

interface Around {
  readonly actor: Actor
  readonly t: Translate
  readonly teams: readonly { readonly id: string; readonly displayName: string }[]
}

type Shown<T> = Omit<T, 'createdAt' | 'startedAt' | 'finishedAt'> &
  Record<'createdAt', Date> &
  Record<'startedAt' | 'finishedAt', Date | null>

export function presentRun<Run extends RunRow>(
  { actor, t, teams }: Around,
  kind: ImportKind<Run>,
  run: Run,
): Shown<ImportRun> {
  return {
    id: run.id,
    teamId: run.teamId,
    teamName: teams.find((team) => team.id === run.teamId)?.displayName ?? run.teamId,
    state: run.state,
    fileName: run.fileName,
    fileSize: Number(run.fileSize),
    by: run.by,
    reason: run.reason || (run.state === 'stopped' || run.state === 'failed' ? t(`imports.${run.state}`) : ''),
    createdAt: run.createdAt,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    // Without its file it cannot be checked again.
    can: { ...canOf(actor, importPolicy, run), ...(run.fileId === null ? { check: 'imports.check' } : {}) },
    ...{ counts: { ...kind.noCounts, ...run.counts } },
    ...kind.present?.(run),
  }
}

export function presentRunPage<Run extends RunRow>(
  around: Around,
  kind: ImportKind<Run>,
  run: Run,
): Shown<ImportRunPage> & { mapping: never[]; options: object } {
  const { encoding, delimiter = '', basis = 'found', shortRows = 0 } = run.readAs
  return {
    ...presentRun(around, kind, run),
    jobId: run.jobId,
    headings: run.headings,
    mapping: run.mapping as never[],
    options: run.options,
    reading: { encoding: run.reading.encoding ?? '', delimiter: run.reading.delimiter ?? '' },
    // Null where an earlier version read it.
    readAs: encoding === undefined ? null : { encoding, delimiter, basis, shortRows },
  }
}

/** A row with what is wrong with it, by column. */
export function presentRow(t: Translate, noun: string, run: RunRow, row: RowRecord): ImportRow & { outcome: never } {
  return {
    place: row.place,
    line: row.line,
    person: row.person,
    userId: row.membershipId === null ? null : row.userId,
    outcome: row.outcome as never,
    state: row.state as ImportRow['state'],
    errors: row.errors.map(({ code, field, found, named }) => ({
      column: field === '' ? '' : headingOf(run, field),
      expected: sentenceOf(t, noun, { code, named }),
      found,
    })),
  }
}

/** The heading of the column that fills a field. */
function headingOf(run: Pick<RunRow, 'headings' | 'mapping'>, field: string): string {
  return run.headings[run.mapping.indexOf(field)] ?? ''
}
