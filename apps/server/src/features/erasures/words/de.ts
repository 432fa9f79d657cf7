export const de = {
  reason: {
    erased: 'Diese Person wurde gelöscht. Der Eintrag vertritt sie in Berichten und kann nicht geändert werden.',
    eraseYourself:
      'Niemand löscht sich selbst. Bitten Sie eine andere Administratorin oder einen anderen Administrator.',
    erasureConfirmed: 'Die Löschung dieser Person ist bestätigt. Sie ist innerhalb einer Stunde erledigt.',
    erasureHeld: 'Diese Person ist für die Löschung gesperrt. Heben Sie zuerst die Sperre auf.',
  },
  validation: {
    erasureConfirmation: 'Geben Sie den Namen oder die Adresse genau so ein, wie oben angezeigt.',
  },
  mail: {
    personErased: {
      subject: 'Ihre Daten bei {{team}} wurden gelöscht',
      greeting: 'Guten Tag,',
      body: 'Die personenbezogenen Daten, die {{team}} über Sie gespeichert hat, wurden gelöscht. Sie können sich dort nicht mehr anmelden.\n\nDie Organisation behält Ergebnisse ohne Ihren Namen. Was sie als Nachweis aufbewahren muss, wird nach Ablauf der Frist entfernt.\n\nDiese Adresse wird entfernt, sobald diese E-Mail verschickt ist.',
    },
  },
  audit: {
    actions: {
      erasures: {
        begin: 'Löschantrag angelegt',
        blank: 'Protokolleinträge einer gelöschten Person geleert',
        confirm: 'Löschung einer Person bestätigt',
        finish: 'Daten einer Person gelöscht',
        hold: 'Löschsperre gesetzt',
        release: 'Löschsperre aufgehoben',
        removeProof: 'Nachweis einer gelöschten Person entfernt',
        setRetention: 'Aufbewahrung von Nachweisen geändert',
      },
    },
  },
}
