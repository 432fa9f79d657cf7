import ExploreOffIcon from '@mui/icons-material/ExploreOffOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'

export function Error404Page() {
  const { t } = useTranslation('shell')
  const { me } = useSession()
  const Anchor = useAnchor()
  return (
    <StatePanel
      icon={<ExploreOffIcon />}
      heading
      tone="primary"
      title={t('error404.title')}
      text={t('error404.text')}
      action={
        <Button component={Anchor} href={me ? paths.home : paths.login} variant="contained">
          {t('error404.home')}
        </Button>
      }
    />
  )
}
