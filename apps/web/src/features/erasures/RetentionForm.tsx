import { RetentionInput, type RetentionPeriod } from '@learnt/contract/erasures'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { askRetention, outdatedByErasure } from './asks.ts'

/** How long each kind of record is kept as proof after a person's data was deleted. */
export function RetentionForm() {
  const { t } = useTranslation('erasures')
  const found = useQuery(askRetention())
  const [edited, setEdited] = useState<RetentionPeriod | null>(null)
  if (found.isError && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <FormSkeleton />
  const { periods, backupDays, can } = found.data
  return (
    <>
      <Typography sx={{ mb: 2, maxWidth: 720 }}>{t('retention.text')}</Typography>
      <Card component="section" aria-label={t('tabs.retention')} sx={{ px: { xs: 2, sm: 3 }, mb: 3 }}>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {periods.map((period) => (
            <Box
              component="li"
              key={period.kind}
              sx={{
                py: 2,
                display: 'flex',
                flexWrap: 'wrap',
                gap: 1.5,
                alignItems: 'center',
                borderBottom: 1,
                borderColor: 'divider',
                '&:last-child': { borderBottom: 0 },
              }}
            >
              <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography component="h2" sx={{ fontWeight: 700 }}>
                  {t(`kinds.${period.kind}`)}
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  {period.months === 0
                    ? t('retention.none')
                    : t('retention.kept', { count: period.months, reason: period.reason })}
                </Typography>
              </Box>
              <ActionButton
                variant="outlined"
                size="small"
                reason={can.change ?? null}
                aria-label={t('retention.changeOf', { kind: t(`kinds.${period.kind}`) })}
                onClick={() => setEdited(period)}
              >
                {t('retention.change')}
              </ActionButton>
            </Box>
          ))}
        </Box>
      </Card>
      <Alert severity="info">
        {backupDays === null ? t('preview.backupsUnknown') : t('preview.backups', { count: backupDays })}
      </Alert>
      {edited && <RetentionDialog period={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function RetentionDialog({ period, onClose }: { period: RetentionPeriod; onClose: () => void }) {
  const { t } = useTranslation('erasures')
  const form = useAppForm(RetentionInput, { defaultValues: { months: period.months, reason: period.reason } })
  const complain = useServerErrors(form)
  const save = useSend(api.erasures.setRetention, {
    outdates: [...outdatedByErasure],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('retention.saved') })
      onClose()
    },
    onError: complain,
  })
  return (
    <FormDialog
      form={form}
      title={t(`kinds.${period.kind}`)}
      text={t('retention.dialogText')}
      submitLabel={t('retention.save')}
      isPending={save.isPending}
      onSubmit={(body) => save.mutate({ params: { kind: period.kind }, body })}
      onClose={onClose}
    >
      <FormText name="months" kind="number" label={t('retention.months')} help={t('retention.monthsHelp')} autoFocus />
      <FormText name="reason" label={t('retention.reason')} help={t('retention.reasonHelp')} />
    </FormDialog>
  )
}
