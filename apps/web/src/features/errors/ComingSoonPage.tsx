import SoonIcon from '@mui/icons-material/RocketLaunchOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'

/** For what a team has announced and not opened yet. */
export function ComingSoonPage() {
  const { t } = useTranslation('shell')
  const { me, team } = useSession()
  const Anchor = useAnchor()
  return (
    <StatePanel
      icon={<SoonIcon />}
      heading
      tone="primary"
      title={t('comingSoon.title')}
      text={t('comingSoon.text', { team: team.displayName })}
      action={
        <Button component={Anchor} href={me ? paths.home : paths.login} variant="contained">
          {t('error404.home')}
        </Button>
      }
    />
  )
}
