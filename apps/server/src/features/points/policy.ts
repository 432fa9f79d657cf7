/** What finishing a document comes to, as far as points of its cause, its month and the person's day go. */
export interface Earning {
  /** Of the rule; null: the document earns nothing. */
  readonly amount: number | null
  /** What the cause has given and not lost so far, and its last entry. */
  readonly net: number
  readonly lastKind: 'earn' | 'reverse' | null
  readonly monthlyBudget: number | null
  readonly givenThisMonth: number
  readonly dailyCap: number | null
  readonly earnedToday: number
  /** The person earned for another document a moment ago. */
  readonly isCoolingDown: boolean
}

/**
 * Points earned now; 0: none. Points given before a rule changed stay. Gives again only as much as was really taken
 * back: the rest was spent.
 */
export function earnedNow(of: Earning): number {
  if (of.amount === null || of.lastKind === 'earn' || of.isCoolingDown) return 0
  const left = Math.min(
    of.amount - of.net,
    of.monthlyBudget === null ? Number.POSITIVE_INFINITY : of.monthlyBudget - of.givenThisMonth,
    of.dailyCap === null ? Number.POSITIVE_INFINITY : of.dailyCap - of.earnedToday,
  )
  return Math.max(0, left)
}

/** Points that can be taken back: never more than the person still has. */
export function reversedNow(net: number, balance: number): number {
  return Math.max(0, Math.min(net, balance))
}
