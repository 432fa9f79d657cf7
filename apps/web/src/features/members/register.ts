import { type Feature, page } from '../../routes/feature.ts'

export const members: Feature = {
  pages: [
    page('/apps/admin/users', 'admin', 'users', 'MembersPage', ['members', 'customFields'], { icon: 'people' }),
    page('/apps/admin/users/:userId', 'admin', 'user', 'MemberPage', ['members', 'customFields']),
  ],
}
