import type { OpenForm, OwnSubmissionRow } from '@learnt/contract/forms/operations'
import DoneIcon from '@mui/icons-material/TaskAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/SessionProvider.tsx'
import { useAnchor } from '../../ui/AppLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'
import { formPaths } from './form-paths.ts'
import type { FormWithin } from './form-within.ts'
import { PercentOfPoints } from './PercentOfPoints.tsx'
import { SubmissionState } from './SubmissionState.tsx'

/** Confirms the submission, with the result as far as the server reports it now. */
export function SubmittedPanel({
  open,
  done,
  byTime,
  within,
}: {
  open: OpenForm
  done: OwnSubmissionRow
  byTime: boolean
  within: FormWithin | undefined
}) {
  const { t } = useTranslation(['myForms', 'observations'])
  const Anchor = useAnchor()
  const { roles } = useMe()
  const { title } = open.form
  if (open.about) {
    const people = { href: formPaths.observations(roles, open.formId), label: t('observations:toPeople') }
    return (
      <>
        <PageHeader title={title} kicker={t('observations:about', { name: open.about.name })} back={people} />
        <StatePanel
          role="status"
          icon={<DoneIcon />}
          tone="primary"
          title={t('submitted')}
          text={t(`observations:done.${done.state as 'competent'}`, { name: open.about.name })}
          action={
            <Button component={Anchor} href={people.href} variant="contained">
              {people.label}
            </Button>
          }
        />
      </>
    )
  }
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
