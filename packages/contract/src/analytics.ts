/** Names of first-party events (readings, "Analytics"): what happened, in the tenant's own database. */
export const analyticsEvents = ['register', 'register-error'] as const
export type AnalyticsEvent = (typeof analyticsEvents)[number]
