import type { Actor } from '../../../platform/actor.ts'
import { canOf } from '../../../platform/authorize.ts'
import type { Translate } from '../../../platform/translate.ts'
import { feedPolicy } from '../policy.ts'
import type { AnyRun } from './runs.ts'

export interface Around {
  readonly actor: Actor
  readonly t: Translate
  readonly teams: readonly { readonly id: string; readonly displayName: string }[]
}

/** How its file was read; null where an earlier version did. */
export function showReadAs({ readAs }: Pick<AnyRun, 'readAs'>) {
  const { encoding, delimiter = '', basis = 'found', shortRows = 0 } = readAs
  return encoding === undefined ? null : { encoding, delimiter, basis, shortRows }
}

/** What is shown of a run of either kind. */
export function showRun({ actor, t, teams }: Around, run: AnyRun) {
  return {
    id: run.id,
    teamId: run.teamId,
    teamName: teams.find((team) => team.id === run.teamId)?.displayName ?? run.teamId,
    state: run.state,
    fileName: run.fileName,
    fileSize: Number(run.fileSize),
    by: run.by,
    reason: run.reason || (run.state === 'stopped' || run.state === 'failed' ? t(`feeds.${run.state}`) : ''),
    createdAt: run.createdAt,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    // Without its file it cannot be checked again.
    can: { ...canOf(actor, feedPolicy, run), ...(run.fileId === null ? { check: 'feeds.check' } : {}) },
  }
}
