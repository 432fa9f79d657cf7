import { type ImportState, type ImportStep, importSteps } from '@learnt/contract/import-states'
import { isAdmin } from '../../platform/actor.ts'
import { hidden, type Policy, type Rule, wrongState } from '../../platform/authorize.ts'

interface Subject {
  readonly teamId: string
  readonly state: ImportState
}

/** Runs are their team's; an administrator of the tenant's own team sees those of all teams. */
const read: Rule<Subject> = (actor, run) =>
  isAdmin(actor) && (actor.wholeTenant || run.teamId === actor.teamId) ? null : hidden

const step =
  (name: ImportStep): Rule<Subject> =>
  (actor, run) =>
    read(actor, run) ??
    ((importSteps[name] as readonly ImportState[]).includes(run.state) ? null : wrongState(`imports.${name}`))

export const importPolicy: Policy<Subject, 'read' | ImportStep> = {
  read,
  check: step('check'),
  commit: step('commit'),
  undo: step('undo'),
  discard: step('discard'),
}
