import type { German } from '../../../words/catalogues.ts'
import type { badgeToast as english } from './badgeToast.en.ts'

export const badgeToast: German<typeof english> = {
  text: 'Herzlichen Glückwunsch. Sie haben gerade ein Abzeichen erworben.',
  view: 'Hier klicken, um es anzusehen.',
  picture: '{{badge}}: Abzeichen von {{name}}',
  close: 'Schließen',
}
