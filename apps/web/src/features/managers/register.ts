import { type Feature, page } from '../../routes/feature.ts'

export const managers: Feature = {
  pages: [
    page('/apps/admin/managers-reporting/rules', 'admin', 'managerRules', 'ManagerRulesPage', {
      icon: 'people',
      menuId: 'managers-reporting',
      namespaces: ['managers', 'permissions'],
    }),
    page('/apps/manager/team', 'manager', 'myTeam', 'TeamPage', {
      icon: 'people',
      namespaces: ['managers', 'extensions', 'documentKinds'],
    }),
  ],
}
