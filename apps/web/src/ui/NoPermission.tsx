import LockIcon from '@mui/icons-material/LockOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from './StatePanel.tsx'

export function NoPermission({ text, action }: { text?: ReactNode; action?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <StatePanel
      role="alert"
      icon={<LockIcon />}
      tone="warning"
      title={t('noPermission.title')}
      text={text ?? t('noPermission.text')}
      action={action}
    />
  )
}
