// Values and plain functions without schemas: every page reads them.

/** Feature areas recognised from a path (readings, "Presence offline"). */
export const presenceAreas = ['dashboard', 'chat', 'mycourses', 'home', 'admincourses', 'feed', 'unknown'] as const
export type PresenceArea = (typeof presenceAreas)[number]

const areaOf: readonly [RegExp, PresenceArea][] = [
  [/^\/apps\/dashboards(\/|$)/, 'dashboard'],
  [/^\/apps\/(admin|manager)\/reporting-dashboard(\/|$)/, 'dashboard'],
  [/^\/apps\/chat(\/|$)/, 'chat'],
  [/^\/apps\/courses?(\/|$)/, 'mycourses'],
  [/^\/apps\/(homepage|munro-homepage)(\/|$)/, 'home'],
  [/^\/apps\/admin\/(old\/)?courses(\/|$)/, 'admincourses'],
  [/^\/apps\/admin\/feed-history(\/|$)/, 'feed'],
]

/** Where in the product somebody is, as team-mates may know it. */
export function areaOfPath(path: string): PresenceArea {
  return areaOf.find(([pattern]) => pattern.test(path))?.[1] ?? 'unknown'
}

/** How many people one page watches at most. */
export const mostWatched = 100
