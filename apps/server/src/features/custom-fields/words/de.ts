export const de = {
  validation: {
    notAChoice: 'Das gehört nicht zu den Auswahlmöglichkeiten des Feldes.',
    notADate: 'Geben Sie einen Tag als JJJJ-MM-TT ein, zum Beispiel 2026-11-30.',
    notANumber: 'Geben Sie eine Zahl ein, zum Beispiel 12 oder 12.5.',
    twoNumbers: 'Schreiben Sie 1234 oder 1.234: Mit einem Komma kann es beides sein.',
    notYesNo: 'Geben Sie Ja oder Nein ein.',
    notAPerson: 'Wählen Sie eine Person.',
    onlyOne: 'Dieses Feld hat nur einen Wert.',
    fieldNotYours: 'Dieses Feld können Sie nicht bearbeiten.',
    fieldNameTaken: 'Ein anderes Feld heißt schon so.',
    fieldIsRead: 'Regeln lesen dieses Feld, daher kann die Person es nicht bearbeiten: {{names}}',
    fieldIsUnique: 'Mit diesem Feld melden sich Personen an, daher können sie es nicht bearbeiten.',
    fieldHasDueDates: 'Fristen zählen ab diesem Feld, daher muss es ein Datum bleiben: {{names}}',
    fieldIsOpen: 'Dieses Feld bearbeiten die Personen selbst, daher kann keine Regel es lesen.',
    personKindSeenOnly: 'Die Person kann keine anderen Personen auswählen, daher sieht sie ein Feld dieser Art nur.',
    fieldIsNoDate: 'Wählen Sie ein Feld der Art Datum.',
  },
  customFields: {
    hasDueDates: 'Fristen zählen ab diesem Feld: {{names}}. Wählen Sie dort zuerst ein anderes Datum.',
  },
}
