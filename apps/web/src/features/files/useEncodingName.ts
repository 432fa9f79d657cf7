import { textEncodings } from '@learnt/contract/text-encodings'
import { useTranslation } from 'react-i18next'

/** What people read for an encoding: whose letters it is for, and its name. */
export function useEncodingName(): (id: string) => string {
  const { t } = useTranslation('files')
  return (id) => {
    const known = textEncodings.find((one) => one.id === id)
    return known ? t('encoding.name', { letters: t(`encoding.letters.${known.of}`), name: known.name }) : id
  }
}
