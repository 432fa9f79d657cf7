import BusinessIcon from '@mui/icons-material/ApartmentOutlined'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/SessionProvider.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { usePanel } from './use-panel.ts'

const OrganisationPanel = lazyPart(async () => (await import('./OrganisationPanel.tsx')).OrganisationPanel, {
  floats: true,
})

/** For administrators: the settings of the teams that they look after. */
export function OrganisationMenu() {
  const { t } = useTranslation('shell')
  const me = useMe()
  const { wanted, panel, button } = usePanel()
  if (!me.roles.some((role) => role === 'admin' || role === 'superadmin')) return null
  return (
    <>
      <IconButton
        {...button}
        data-tip={t('toolbar.organisationMenu')}
        aria-label={t('toolbar.organisationMenu')}
        aria-haspopup="menu"
      >
        <BusinessIcon />
      </IconButton>
      {wanted && <OrganisationPanel {...panel} />}
    </>
  )
}
