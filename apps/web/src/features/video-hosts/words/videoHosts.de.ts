import type { German } from '../../../words/catalogues.ts'
import type { videoHosts as English } from './videoHosts.en.ts'

export const videoHosts: German<typeof English> = {
  title: 'Videos von anderen Websites',
  text: 'Autorinnen und Autoren können Videos dieser Hosts in Seiten einbetten. Lernende laden ein Video erst, wenn sie es auswählen; der Host erfährt dann ihre Netzwerkadresse.',
  hosts: 'Erlaubte Hosts',
  help: 'Zum Beispiel player.vimeo.com. Drücken Sie nach jedem die Eingabetaste.',
  save: 'Speichern',
  saved: 'Die erlaubten Hosts wurden gespeichert',
}
