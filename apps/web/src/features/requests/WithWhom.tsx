import { useTranslation } from 'react-i18next'

/** Who decides about a request now. */
export function WithWhom({
  of,
}: {
  of: { readonly withWhom: readonly string[]; readonly withAdministrators: boolean }
}) {
  const { t } = useTranslation('requests')
  const names = [...of.withWhom, ...(of.withAdministrators ? [t('administrators')] : [])]
  return <>{names.length > 0 ? names.join(', ') : '–'}</>
}
