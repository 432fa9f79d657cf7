import { type Feature, page } from '../../routes/feature.ts'

export const schedules: Feature = {
  // who gets a report by mail may be no administrator
  pages: [
    page('/apps/report-mails', 'signed-in', 'reportMails', () => import('./SchedulesPage.tsx'), ['schedules', 'parts']),
    page('/apps/report-mails/:scheduleId', 'signed-in', 'reportMail', () => import('./OpenSchedulePage.tsx'), [
      'schedules',
    ]),
  ],
}
