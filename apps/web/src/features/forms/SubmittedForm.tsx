import type { OpenForm, OwnSubmissionRow } from '@learnt/contract/forms/operations'
import DoneIcon from '@mui/icons-material/TaskAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../../ui/AppLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'
import { formPaths } from './form-paths.ts'
import { PercentOfPoints } from './PercentOfPoints.tsx'
import { SubmissionState } from './SubmissionState.tsx'

/** A step of a course in which a form is filled in. */
export interface FormWithin {
  /** What it is called among the forms that this device has opened. */
  keptAs: string
  /** Around what is said of saving and time. */
  head: (bar: ReactNode) => ReactNode
  /** Leads on after it was submitted. */
  next: ReactNode
}

/** It has arrived: what it came to, as far as that can be told now. */
export function SubmittedForm({
  open,
  submission: done,
  byTime,
  within,
}: {
  open: OpenForm
  submission: OwnSubmissionRow
  byTime: boolean
  within: FormWithin | undefined
}) {
  const { t } = useTranslation('myForms')
  const Anchor = useAnchor()
  const { title } = open.form
  const waits = ['pending', 'markingRequired', 'approvalRequired'].includes(done.state)
  return (
    <>
      {!within && (
        <PageHeader title={title} back={{ href: formPaths.one(open.formId, title), label: t('toOverview') }} />
      )}
      <StatePanel
        role="status"
        icon={<DoneIcon />}
        tone="primary"
        title={t('submitted')}
        text={
          <>
            {byTime && <span>{t('byTime')} </span>}
            {waits ? t(`waits.${done.state as 'pending'}`) : null}
            <Box component="span" sx={{ display: 'flex', gap: 1.5, justifyContent: 'center', mt: 1, flexWrap: 'wrap' }}>
              <SubmissionState state={done.state} outcome={done.outcome} />
              {done.percent !== null && (
                <PercentOfPoints points={done.points} outOf={done.outOf} percent={done.percent} />
              )}
            </Box>
          </>
        }
        action={
          within ? (
            within.next
          ) : (
            <>
              <Button component={Anchor} href={formPaths.submissions(open.formId, title, done.id)} variant="contained">
                {t('seeAnswers')}
              </Button>
              <Button component={Anchor} href={formPaths.mine} variant="outlined" color="inherit">
                {t('mine')}
              </Button>
            </>
          )
        }
      />
    </>
  )
}
