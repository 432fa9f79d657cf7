import { type Feature, page } from '../../routes/feature.ts'

export const managers: Feature = {
  pages: [
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
  ],
}
