import { type DeclaredPage, page } from '../../routes/declared-page.ts'

// who gets a report by mail may be no administrator
export const schedules: readonly DeclaredPage[] = [
  page('/apps/report-mails', 'signed-in', 'reportMails', () => import('./SchedulesPage.tsx'), ['schedules', 'parts']),
  page('/apps/report-mails/:scheduleId', 'signed-in', 'reportMail', () => import('./OpenSchedulePage.tsx'), [
    'schedules',
  ]),
]
