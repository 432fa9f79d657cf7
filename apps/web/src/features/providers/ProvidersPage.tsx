import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/SessionProvider.tsx'
import { SettingsFrame } from '../../shell/SettingsFrame.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { ProvidersPanel } from './ProvidersPanel.tsx'

/** Sign-in providers of one's own tenant: a provider vouches for all of it, so its own team's administrators keep them. */
export function ProvidersPage() {
  const { t } = useTranslation(['providerSettings', 'problems'])
  const { tenantId, wholeTenant } = useMe()
  return (
    <SettingsFrame title={t('providerSettings:title')} text={t('providerSettings:pageText')}>
      {wholeTenant ? (
        <ProvidersPanel tenantId={tenantId} />
      ) : (
        <NoPermission text={t('problems:reason.providers.wholeTenant')} />
      )}
    </SettingsFrame>
  )
}
