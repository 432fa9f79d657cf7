import type { DocumentType } from '@learnt/contract/document-kinds'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'

const groups = ['underWay', 'finishedWithout', 'holders'] as const

/** Names the people that a change affects, before it is made. Mount it to open it. */
export function AffectedDialog({
  of,
  isBusy,
  confirmLabel,
  children,
  onConfirm,
  onClose,
}: {
  of: { templateId: string } | { documentType: DocumentType; documentId: string }
  isBusy: boolean
  confirmLabel: string
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}) {
  const { t, i18n } = useTranslation(['certificates', 'common'])
  const id = useId()
  const affected = useQuery({
    ...('templateId' in of
      ? queryOf(api.certificates.templates.affected, { params: of })
      : queryOf(api.certificates.rules.affected, { params: of })),
    staleTime: 0,
  })
  const found = affected.data
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('affected.title')}</DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{t('affected.text')}</Typography>
        {affected.error && <ErrorState error={affected.error} onRetry={() => void affected.refetch()} />}
        {affected.isPending && <LinesSkeleton lines={5} />}
        {found &&
          groups.map((group) => {
            const count = found[group]
            const names = found.people.filter((person) => person.group === group)
            return (
              <Box key={group}>
                <Typography sx={{ fontWeight: 700 }}>
                  {t(`affected.${group}`, { count, formatted: formatNumber(count, i18n.language) })}
                </Typography>
                <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                  {names.map((person) => person.name).join(', ')}
                  {names.length > 0 && names.length < count && ' …'}
                </Typography>
              </Box>
            )
          })}
        {children}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isBusy}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" onClick={onConfirm} loading={isBusy} disabled={!found}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
