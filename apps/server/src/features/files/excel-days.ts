/** The day and time of a number of Excel, in whose calendar 1900 has a 29 February; null: beyond its days. */
export function momentOf(days: number): string | null {
  const moment = new Date(Math.round((days - (days < 60 ? 25_568 : 25_569)) * 86_400) * 1000)
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999) return null
  return moment.toISOString().slice(0, 19).replace('T', ' ')
}
