import ConstructionIcon from '@mui/icons-material/ConstructionOutlined'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from './PageHeader.tsx'
import { StatePanel } from './StatePanel.tsx'

/** A page of the product that does not exist yet: says so, and what will stand here. */
export function NotYet({ title, about, action }: { title?: ReactNode; about?: ReactNode; action?: ReactNode }) {
  const { t } = useTranslation('shell')
  return (
    <>
      {title && <PageHeader title={title} />}
      <StatePanel
        icon={<ConstructionIcon />}
        tone="primary"
        title={t('notYet.title')}
        text={about}
        note={t('notYet.note')}
        action={action}
      />
    </>
  )
}
