import CloudOffIcon from '@mui/icons-material/CloudOff'
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { NoPermission } from './NoPermission.tsx'
import { problemText } from './problem-text.ts'
import { StatePanel } from './StatePanel.tsx'

/** A failed call in the place of its content; what is refused, missing or broken looks different. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation(['common', 'problems'])
  const { t: words } = useTranslation('problems')
  const { code, instance } = (error ?? {}) as { code?: string; instance?: string }
  if (code === 'not-allowed') return <NoPermission />
  if (code === 'not-found') {
    return (
      <StatePanel
        role="alert"
        icon={<HelpIcon />}
        tone="neutral"
        title={t('notFound.title')}
        text={t('notFound.text')}
      />
    )
  }
  const retry = onRetry && (
    <Button variant="contained" onClick={onRetry}>
      {t('actions.retry')}
    </Button>
  )
  if (code === 'unavailable') {
    return (
      <StatePanel
        role="alert"
        icon={<CloudOffIcon />}
        tone="warning"
        title={t('failure.title')}
        text={t('failure.offline')}
        action={retry}
      />
    )
  }
  return (
    <StatePanel
      role="alert"
      icon={<ErrorIcon />}
      tone="error"
      title={t('failure.title')}
      text={code && code !== 'internal' ? problemText(words, error) : undefined}
      action={retry}
      note={instance && t('failure.reference', { id: instance })}
    />
  )
}
