import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    managerRuleTitleTaken: 'Eine andere Führungsregel hat diesen Namen',
    managerRuleEmpty: 'Sagen Sie, wer es ist: mit einer Bedingung, einer Zielgruppe oder „alle“',
    managerRuleOfManagers: 'Eine Regel, die Führungskräfte zuordnet, kann nicht nach Führungskräften fragen',
    tooManyManagers: 'Jemand hätte mehr als 20 Führungskräfte. Verlangen Sie etwas, das beide gemeinsam haben.',
  },
  managerRules: {
    ofAudience: 'Diese Zielgruppe wird von Führungsregeln verwendet: {{names}}. Entfernen Sie sie zuerst dort.',
  },
  dataExports: { files: { managers: 'Namen der Personen, die Sie führen.' } },
  audit: {
    actions: {
      managerRules: {
        create: 'Führungsregel hinzugefügt',
        remove: 'Führungsregel entfernt',
        update: 'Führungsregel geändert',
      },
    },
    subjects: { managerRule: 'Führungsregel' },
  },
}
