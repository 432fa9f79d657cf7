import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const members: readonly DeclaredPage[] = [
  page('/apps/admin/users', 'admin', 'users', 'MembersPage', ['members', 'customFields'], { icon: 'people' }),
  page('/apps/admin/users/:userId', 'admin', 'user', 'MemberPage', ['members', 'customFields']),
]
