import BrokenIcon from '@mui/icons-material/HeartBrokenOutlined'
import Button from '@mui/material/Button'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatePanel } from '../ui/StatePanel.tsx'

/** In the place of a page that broke. A refused or failed call says what it is; anything else is our own mistake. */
export function ErrorPanel({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const again = () => {
    reset?.()
    void router.invalidate()
  }
  if (typeof error === 'object' && error !== null && 'code' in error)
    return <ErrorState error={error} onRetry={again} />
  return (
    <StatePanel
      role="alert"
      icon={<BrokenIcon />}
      tone="error"
      title={t('error500.title')}
      text={t('error500.text')}
      action={
        <Button variant="contained" onClick={() => location.reload()}>
          {t('error500.reload')}
        </Button>
      }
    />
  )
}
