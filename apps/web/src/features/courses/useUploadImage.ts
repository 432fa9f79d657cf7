import { useTranslation } from 'react-i18next'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { uploadNow } from '../documents/uploads.ts'

/** For a text that is being written: stores a picture, and answers its address. */
export function useUploadImage(): (file: File) => Promise<string> {
  const { t } = useTranslation('common')
  const { t: problems } = useTranslation('problems')
  return async (file) => {
    try {
      return (
        await uploadNow(file, 'image', {
          lost: t('files.lost'),
          failed: (problem) => problemText(problems, problem),
        })
      ).url
    } catch (problem) {
      showToast({ variant: 'error', text: problem instanceof Error ? problem.message : String(problem) })
      // there is no picture to go on with
      return new Promise(() => {})
    }
  }
}
