import { type Feature, page } from '../../routes/feature.ts'

export const jobs: Feature = {
  pages: [page('/apps/admin/jobs', 'admin', 'jobs', 'JobsPage', ['administration'], { icon: 'job' })],
}
