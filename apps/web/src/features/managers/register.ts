import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const managers: readonly DeclaredPage[] = [
  page(
    '/apps/admin/managers-reporting/rules',
    'admin',
    'managerRules',
    'ManagerRulesPage',
    ['managers', 'permissions'],
    { icon: 'people', menuId: 'managers-reporting' },
  ),
  page('/apps/manager/team', 'manager', 'myTeam', 'TeamPage', ['managers', 'extensions', 'documentKinds'], {
    icon: 'people',
  }),
]
