export const de = {
  reason: {
    cycles: {
      notOpen: 'Das kann jetzt nicht erneuert werden.',
      noStartOver: 'Bei diesem Kurs ist nicht vorgesehen, dass man neu beginnt.',
      locked: 'Zuerst muss etwas anderes abgeschlossen werden.',
      nothingBegun: 'Sie haben diesen Kurs noch nicht begonnen.',
    },
  },
  validation: {
    noSuchDay: 'Diesen Tag gibt es in dem Monat nicht.',
    longerThanCycle: 'Muss kürzer sein als die Zeit zwischen zwei Zyklen.',
  },
  mail: {
    cycleBegun: {
      subject: '„{{title}}“ ist wieder an der Reihe',
      greeting: 'Guten Tag {{name}},',
      body: 'Ein neuer Zyklus von „{{title}}“ hat begonnen. Was Sie bisher getan haben, bleibt in Ihren Unterlagen.',
      button: 'Öffnen',
    },
    cycleBegunDue: {
      subject: '„{{title}}“ ist wieder an der Reihe',
      greeting: 'Guten Tag {{name}},',
      body: 'Ein neuer Zyklus von „{{title}}“ hat begonnen. Die Frist endet am {{day}}. Was Sie bisher getan haben, bleibt in Ihren Unterlagen.',
      button: 'Öffnen',
    },
    cycleEnding: {
      subject: '„{{title}}“ ist gültig bis {{day}}',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihr Abschluss von „{{title}}“ ist gültig bis {{day}}. Danach ist es noch einmal zu erledigen.',
      button: 'Öffnen',
    },
    cycleEndingUnfinished: {
      subject: 'Schließen Sie „{{title}}“ bis {{day}} ab',
      greeting: 'Guten Tag {{name}},',
      body: 'Sie haben „{{title}}“ noch nicht abgeschlossen. Der letzte Tag ist der {{day}}. Danach beginnt ein neuer Zyklus beim ersten Schritt.',
      button: 'Öffnen',
    },
  },
  audit: {
    actions: {
      cycles: { begin: 'Neue Zyklen eines Kurses begonnen', renew: 'Kurs erneuert', startOver: 'Kurs neu begonnen' },
    },
  },
}
