import { isAdmin, isManager } from '../../platform/actor.ts'
import { hidden, type Policy } from '../../platform/authorize.ts'
import type { AssignmentFiguresRow } from './queries/assignment-figures.ts'

/** Rows come through a scope, so a caller who has one may see it; outside rows are not found. */
export const reportPolicy: Policy<AssignmentFiguresRow, 'see'> = {
  see: (actor) => (isAdmin(actor) || isManager(actor) ? null : hidden),
}
