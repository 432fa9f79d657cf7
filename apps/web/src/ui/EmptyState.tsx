import InboxIcon from '@mui/icons-material/AllInboxOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from './StatePanel.tsx'

/** Nothing exists yet: says what would stand here and offers to make the first one. */
export function EmptyState({
  title,
  text,
  icon,
  action,
}: {
  title?: ReactNode
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <StatePanel
      icon={icon ?? <InboxIcon />}
      tone="primary"
      title={title ?? t('empty.title')}
      text={text}
      action={action}
    />
  )
}
