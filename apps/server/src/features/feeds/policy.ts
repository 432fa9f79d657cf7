/** A run that would deactivate more than the share of the active people stops and asks. */
export function asksFirst(of: { leaving: number; active: number; mostLeaving: number }): boolean {
  return of.leaving * 100 > of.mostLeaving * of.active
}
