import type { Arabic } from '../../../words/catalogues.ts'
import type { picture as English } from './picture.en.ts'

export const picture: Arabic<typeof English> = {
  add: 'إضافة صورة',
  change: 'تغيير الصورة',
  remove: 'إزالة الصورة',
  choose: 'اختيار صورة',
  help: 'PNG أو JPEG أو WebP، بحد أقصى {{megabytes}} ميغابايت. أنت تختار الجزء الذي يظهر.',
  tooLarge: 'الملف كبير جدًا. الحد الأقصى {{megabytes}} ميغابايت.',
  removeTitle: 'إزالة الصورة؟',
  removeText: 'تظهر الأحرف الأولى مكانها.',
  removed: 'أُزيلت الصورة',
  title: 'اختيار الجزء الظاهر',
  preview: 'الصورة بالقدر الذي يظهر منها',
  zoom: 'التكبير',
  across: 'يسارًا أو يمينًا',
  down: 'أعلى أو أسفل',
  save: 'استخدام الصورة',
  saved: 'حُفظت الصورة',
  unreadable: 'لا يستطيع هذا المتصفح عرض الملف. يرجى اختيار ملف آخر.',
}
