import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const errors: readonly DeclaredPage[] = [
  page('/pages/errors/error-404', 'any', 'error404', () => import('./Error404Page.tsx')),
  page('/pages/errors/error-500', 'any', 'error500', () => import('./Error500Page.tsx')),
  page('/pages/coming-soon', 'any', 'comingSoon', () => import('./ComingSoonPage.tsx')),
  page('/pages/maintenance', 'any', 'maintenance', () => import('./MaintenancePage.tsx')),
]
