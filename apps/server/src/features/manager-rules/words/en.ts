export const en = {
  validation: {
    managerRuleTitleTaken: 'Another manager rule has this name',
    managerRuleEmpty: 'Say who it is: add a condition or an audience, or choose everyone',
    managerRuleOfManagers: 'A rule that gives managers cannot ask who the managers are',
    tooManyManagers: 'Somebody would have more than 20 managers. Add something that both must share.',
  },
  managerRules: { ofAudience: 'Manager rules use this audience: {{names}}. Remove it from them first.' },
  dataExports: { files: { managers: 'Names of the people who manage you.' } },
  audit: {
    actions: {
      managerRules: { create: 'Manager rule added', remove: 'Manager rule removed', update: 'Manager rule changed' },
    },
    subjects: { managerRule: 'Manager rule' },
  },
}
