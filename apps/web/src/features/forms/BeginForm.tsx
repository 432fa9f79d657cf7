import { documentKinds } from '@learnt/contract/document-kinds'
import type { OwnForm } from '@learnt/contract/forms/operations'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formPaths } from './form-paths.ts'

/** The one button, or the reason why there is none. */
export function BeginForm({
  form,
  onFill,
  onLook,
}: {
  form: OwnForm
  /** Where it is not filled in on a page of its own. */
  onFill?: () => void
  onLook?: (submissionId: string) => void
}) {
  const { t } = useTranslation('myForms')
  const Anchor = useAnchor()
  const { button, reason } = form
  const mayFill = reason === null && button !== 'none' && button !== 'look'
  const [newest] = form.submissions
  return (
    <Card sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mb: 1.5 }}>
        <Tag look="filled">{t(`kinds.${form.kind}`)}</Tag>
        {(form.dueState === 'overdue' || form.dueState === 'soon') && <StateChip kind="due" state={form.dueState} />}
        {form.isOptional && <Tag>{t('optional')}</Tag>}
      </Box>
      {form.anonymous && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('anonymous')}
        </Alert>
      )}
      {reason !== null && (
        <Alert severity={reason === 'locked' || reason === 'closed' ? 'warning' : 'info'} sx={{ mb: 2 }}>
          {t(`reasons.${reason}`)}{' '}
          {form.canStartAt && (
            <>
              {t('canStartAt')} <DateText value={form.canStartAt} format="minute" />
            </>
          )}
          {form.waitsFor && (
            <AppLink href={documentKinds[form.waitsFor.type as 'form'].learner.one(form.waitsFor.id)}>
              {form.waitsFor.title}
            </AppLink>
          )}
        </Alert>
      )}
      {mayFill && (
        <Button
          {...(onFill ? { onClick: onFill } : { component: Anchor, href: formPaths.fill(form.formId, form.title) })}
          variant="contained"
          size="large"
          sx={{ width: { xs: '100%', sm: 'auto' } }}
        >
          {t(`buttons.${button}`)}
        </Button>
      )}
      {button === 'look' && newest && (
        <Button
          {...(onLook
            ? { onClick: () => onLook(newest.id) }
            : { component: Anchor, href: formPaths.submissions(form.formId, form.title, newest.id) })}
          variant="outlined"
          size="large"
        >
          {t('buttons.look')}
        </Button>
      )}
      {mayFill && form.ownTimeLimitMinutes !== null && button !== 'continue' && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {t('timeStarts', { count: form.ownTimeLimitMinutes })}
        </Typography>
      )}
    </Card>
  )
}
