import ExploreOffIcon from '@mui/icons-material/ExploreOffOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../paths.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'

export function Error404Page() {
  const { t } = useTranslation('shell')
  const { me } = useSession()
  const Anchor = useAnchor()
  return (
    <StatePanel
      icon={<ExploreOffIcon />}
      tone="primary"
      title={<span role="heading" aria-level={1} tabIndex={-1} data-page-heading>{t('error404.title')}</span>}
      text={t('error404.text')}
      action={
        <Button component={Anchor} href={me ? paths.home : paths.login} variant="contained">
          {t('error404.home')}
        </Button>
      }
    />
  )
}
