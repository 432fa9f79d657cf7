import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    time: 'Geben Sie eine Uhrzeit wie 07:30 ein',
    receivers: 'Wählen Sie mindestens eine Person',
    reportView: 'Wählen Sie eine Ihrer gespeicherten Ansichten eines Berichts',
    seesNoReports: 'Mindestens eine dieser Personen darf diesen Bericht nicht sehen',
  },
  schedules: { tooMany: 'Sie haben schon 20 Zeitpläne. Entfernen Sie zuerst einen.' },
  mail: {
    schedule: {
      subject: 'Bericht: {{view}}',
      greeting: 'Guten Tag {{name}},',
      body: '{{owner}} sendet Ihnen den Bericht „{{view}}“. Melden Sie sich an, um ihn zu öffnen; Sie sehen, was Ihre Rechte erlauben.\n\nDiese E-Mail enthält keine Zahlen. Abbestellen können Sie sie auf dieser Seite: {{address}}/apps/report-mails',
      button: 'Bericht öffnen',
    },
  },
  dataExports: {
    files: {
      schedules: 'Berichte per E-Mail, die Sie eingerichtet haben.',
      receivedReports: 'Berichte per E-Mail, die Sie erhalten.',
    },
  },
  audit: {
    actions: {
      schedules: {
        create: 'Geplanter Bericht angelegt',
        pause: 'Geplanter Bericht pausiert',
        receive: 'Geplanten Bericht wieder abonniert',
        remove: 'Geplanter Bericht entfernt',
        resume: 'Geplanter Bericht fortgesetzt',
        stop: 'Geplanter Bericht angehalten',
        unsubscribe: 'Geplanten Bericht abbestellt',
        update: 'Geplanter Bericht geändert',
      },
    },
    subjects: { schedule: 'Geplanter Bericht' },
  },
}
