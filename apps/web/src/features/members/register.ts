import { type Feature, page } from '../../routes/feature.ts'

export const members: Feature = {
  pages: [
    page('/apps/admin/users', 'admin', 'users', 'MembersPage', {
      icon: 'people',
      namespaces: ['members', 'customFields'],
    }),
    page('/apps/admin/users/:userId', 'admin', 'user', 'MemberPage', { namespaces: ['members', 'customFields'] }),
  ],
}
