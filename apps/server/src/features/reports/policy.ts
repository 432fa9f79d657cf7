import { isAdmin, isManager } from '../../platform/actor.ts'
import { hidden, type Policy } from '../../platform/authorize.ts'
import type { AssignmentFiguresRow } from './queries/assignment-figures.ts'

/** Rows come through a scope: whoever is handed one may see it; what is outside is not found. */
export const reportPolicy: Policy<AssignmentFiguresRow, 'see'> = {
  see: (actor) => (isAdmin(actor) || isManager(actor) ? null : hidden),
}
