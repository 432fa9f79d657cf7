import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'

/** When something that opens the account was used last. */
export function LastUsed({ at }: { at: string | null }) {
  const { t } = useTranslation('factors')
  if (at === null) return <>{t('profile.neverUsed')}</>
  return (
    <>
      {t('profile.lastUsed')} <DateText value={at} format="ago" />
    </>
  )
}
