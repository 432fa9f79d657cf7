import { type Feature, page } from '../../routes/feature.ts'

export const calendar: Feature = {
  pages: [
    page('/apps/calendar', 'signed-in', 'calendar', () => import('./CalendarPage.tsx'), ['calendar'], {
      icon: 'calendar',
    }),
  ],
}
