import MailIcon from '@mui/icons-material/MailOutlined'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AsOfField } from '../../lists/AsOfField.tsx'
import { AsOfNotice } from '../../lists/AsOfNotice.tsx'
import { paths } from '../../routes/paths.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { ListState } from '../../ui/table/list-state.ts'
import { Freshness } from './Freshness.tsx'

/** What stands above a report: what it is about, of which day, how fresh, and the way to the reports by mail. */
export function ReportHeader({
  title,
  text,
  state,
  onChange,
  report,
  children,
}: {
  title: string
  text: string
  state: ListState
  onChange: (next: ListState) => void
  /** Its answer, as soon as it is there. */
  report: { freshAt: string; historyFrom: string; historyTo: string } | undefined
  /** Figures of the whole report. */
  children?: ReactNode
}) {
  const { t } = useTranslation('reports')
  const Anchor = useAnchor()
  return (
    <>
      <PageHeader
        title={title}
        text={text}
        actions={
          <>
            {!state.filters.asOf && <Freshness at={report?.freshAt} />}
            <AsOfField state={state} onChange={onChange} history={report} />
            <Button
              component={Anchor}
              href={paths.reportMails}
              variant="outlined"
              color="inherit"
              startIcon={<MailIcon />}
            >
              {t('byMail')}
            </Button>
          </>
        }
      />
      {children}
      <AsOfNotice state={state} onChange={onChange} historyFrom={report?.historyFrom} />
    </>
  )
}
