import type { German } from './catalogues.ts'
import type { future as English } from './future.en.ts'

export const future: German<typeof English> = {
  about: {
    general: 'Eine Seite für Ankündigungen der Plattform selbst.',
    homepage:
      'Hier wird die Administration die Startseite des Teams gestalten: Texte, Bilder, Links und Ankündigungen rund um das Lernen.',
    courses: 'Eine andere Art, Kurse und ihre Fragen zu bearbeiten.',
    pathways: 'Geordnete Folgen von Kursen, einer nach dem anderen oder in beliebiger Reihenfolge.',
    resources: 'Dateien und Links zum Nachschlagen, mit Vorschau, Versionen und Schlagwörtern.',
    forms: 'Umfragen, Tests, Beobachtungen und Genehmigungen, mit Bewertung und Auswertung.',
    chat: 'Direktnachrichten und Kanäle für das Team.',
    blogs: 'Artikel für das Team, mit Kommentaren.',
    products: 'Dinge für Prämienpunkte oder auf Anfrage.',
    certificates: 'Zertifikate mit Seriennummer, Ablaufdatum und einer öffentlichen Seite, die sie bestätigt.',
    badges: 'Abzeichen, die Regeln, nach denen man sie erhält, und wer sie hat.',
    reports: 'Ein weiterer Blick auf dieselben Zahlen wie in den Berichten zu Kursen und Lernenden.',
    tenants: 'Werkzeuge für alle, die die Plattform für viele Organisationen betreiben.',
    settings: 'Einstellungen des Teams: Aussehen, Navigation, Felder, Personen und Tarif.',
    feeds: 'Dateien aus dem Personalsystem und was jede davon geändert hat.',
    learningPackages:
      'Kurse, Lernpfade, Ressourcen, Veranstaltungen und Formulare, als Einheit zugewiesen und ausgewertet.',
  },
}
