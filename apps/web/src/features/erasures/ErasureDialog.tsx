import { ErasureConfirmation, type ErasurePart, type ErasurePreview } from '@learnt/contract/erasures'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { useProof } from '../profile/useProof.tsx'
import { askErasurePreview, inputOf, outdatedByErasure, type PersonOf } from './asks.ts'

/** What goes and what stays, and the name to type before it happens. */
export function ErasureDialog({ person, onClose }: { person: PersonOf; onClose: () => void }) {
  const { t } = useTranslation('erasures')
  const preview = useQuery({ ...askErasurePreview(person), staleTime: 0 })
  const factors = useQuery(queryOf(api.factors.mine))
  const { run, dialog } = useProof(factors.data)
  const form = useAppForm(ErasureConfirmation, { defaultValues: { confirmation: '' } })
  const complain = useServerErrors(form)
  const erase = useSend(api.erasures.confirm, {
    outdates: [...outdatedByErasure],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('preview.confirmed') })
      onClose()
    },
    onError: (error) => {
      if (!isProblem(error, 'proof-required')) complain(error)
    },
  })
  return (
    <>
      {dialog}
      <FormDialog
        form={form}
        title={preview.data ? t('preview.title', { name: preview.data.name }) : t('panel.erase')}
        text={t('preview.text')}
        summary
        submitLabel={t('preview.erase')}
        submitColor="error"
        isPending={erase.isPending}
        maxWidth="md"
        onSubmit={(body) =>
          run(
            async () => void (await erase.mutateAsync({ ...inputOf(person), body })),
            () => {},
          )
        }
        onClose={onClose}
      >
        {preview.isError && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
        {preview.isPending && <FormSkeleton fields={4} />}
        {preview.data && <Preview preview={preview.data} />}
        {preview.data && (
          <FormText
            name="confirmation"
            label={t('preview.type')}
            help={t('preview.typeHelp', { name: preview.data.name })}
            autoComplete="off"
          />
        )}
      </FormDialog>
    </>
  )
}

function Preview({ preview }: { preview: ErasurePreview }) {
  const { t } = useTranslation('erasures')
  const of = (fate: ErasurePart['fate']) => preview.parts.filter((part) => part.fate === fate)
  return (
    <>
      {(['goes', 'nameless', 'kept'] as const).map((fate) => (
        <Parts key={fate} fate={fate} parts={of(fate)} />
      ))}
      {preview.keepsAccount && <Alert severity="info">{t('preview.keepsAccount')}</Alert>}
      <Alert severity="info">
        {preview.backupDays === null
          ? t('preview.backupsUnknown')
          : t('preview.backups', { count: preview.backupDays })}
      </Alert>
    </>
  )
}

function Parts({ fate, parts }: { fate: ErasurePart['fate']; parts: readonly ErasurePart[] }) {
  const { t, i18n } = useTranslation('erasures')
  if (parts.length === 0) return null
  return (
    <Box component="section" aria-label={t(`fates.${fate}`)}>
      <Typography component="h3" sx={{ fontWeight: 700 }}>
        {t(`fates.${fate}`)}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {t(`fateTexts.${fate}`)}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {parts.map((part) => (
          <Box
            component="li"
            key={part.kind}
            sx={{ py: 0.75, display: 'flex', gap: 2, borderBottom: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {t(`kinds.${part.kind}`)}
              {part.until && (
                <Typography variant="body2" color="textSecondary">
                  {part.reason}. {t('preview.until')} <DateText value={part.until} />
                </Typography>
              )}
            </Box>
            <Box component="span" sx={{ color: part.records === 0 ? 'text.secondary' : undefined }}>
              {formatNumber(part.records, i18n.language)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
