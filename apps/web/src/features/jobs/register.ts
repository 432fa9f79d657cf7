import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const jobs: readonly DeclaredPage[] = [
  page('/apps/admin/jobs', 'admin', 'jobs', 'JobsPage', ['jobs'], { icon: 'job' }),
]
