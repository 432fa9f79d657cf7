// Values without schemas: every page reports by them.

/** Names of first-party events that pages may track (readings, "Analytics"; specification, section 7). */
export const clientEvents = [
  'sign-in',
  'team-switch',
  'homepage-resume',
  'homepage-course',
  'page-search',
  'page-search-empty',
  'course-open',
  'admin-course-publish',
  'admin-permission-save',
  'admin-member-save',
] as const
export type ClientEventName = (typeof clientEvents)[number]

/** All names of events in the tenant's own database. The server itself writes `register` and its failure. */
export const analyticsEvents = ['identify', 'page', 'register', 'register-error', ...clientEvents] as const
export type AnalyticsEvent = (typeof analyticsEvents)[number]

/** In one report. */
export const mostEvents = 50
