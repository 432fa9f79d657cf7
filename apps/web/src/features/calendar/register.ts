import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const calendar: readonly DeclaredPage[] = [
  page('/apps/calendar', 'signed-in', 'calendar', () => import('./CalendarPage.tsx'), ['calendar'], {
    icon: 'calendar',
  }),
]
