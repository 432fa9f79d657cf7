import type { Arabic } from '../../../words/catalogues.ts'
import type { videoHosts as English } from './videoHosts.en.ts'

export const videoHosts: Arabic<typeof English> = {
  title: 'مقاطع فيديو من مواقع أخرى',
  text: 'يمكن للمؤلفين تضمين مقاطع فيديو هؤلاء المضيفين في الصفحات. لا يُحمَّل الفيديو إلا عندما يختاره المتعلم، وعندها يعرف المضيف عنوان شبكته.',
  hosts: 'المضيفون المسموح بهم',
  help: 'مثلاً player.vimeo.com. اضغط Enter بعد كل مضيف.',
  save: 'حفظ',
  saved: 'حُفظ المضيفون المسموح بهم',
}
