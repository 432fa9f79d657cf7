import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature leads to. */
export const schedulePaths = {
  reportMail: (scheduleId: string) => `/apps/report-mails/${part(scheduleId)}`,
} as const
