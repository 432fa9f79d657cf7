export const de = {
  reason: { points: { off: 'Ihre Organisation verwendet keine Prämienpunkte.' } },
  validation: {
    points: {
      notEnough: 'Sie haben leider nicht genug Punkte zum Einlösen. Bitte geben Sie einen anderen Betrag ein',
      fewerThere: 'Die Person hat nicht so viele Punkte.',
    },
    notZero: 'Geben Sie eine Zahl über oder unter null ein.',
  },
  points: {
    sheet: 'Prämien',
    columns: {
      name: 'Name',
      email: 'E-Mail',
      earned: 'Verdient',
      redeemed: 'Eingelöst',
      adjusted: 'Von Hand gegeben oder genommen',
      lost: 'Verfallen oder zurückgenommen',
      balance: 'Punktestand',
      lastEntryAt: 'Letzte Buchung',
    },
  },
  dataExports: { files: { points: 'Ihre Punkte: was Sie verdient, eingelöst und erhalten haben.' } },
  audit: {
    actions: {
      points: {
        adjust: 'Punkte von Hand gegeben oder genommen',
        changeRule: 'Punkte eines Inhalts geändert',
        changeSettings: 'Einstellungen der Punkte geändert',
        export: 'Prämienbericht exportiert',
        redeem: 'Punkte eingelöst',
      },
    },
  },
}
