import type { Arabic } from '../../../words/catalogues.ts'
import type { badgeToast as english } from './badgeToast.en.ts'

export const badgeToast: Arabic<typeof english> = {
  text: 'تهانينا. لقد حصلت للتو على شارة.',
  view: 'انقر هنا لعرضها.',
  picture: '{{badge}}: شارة {{name}}',
  close: 'إغلاق',
}
