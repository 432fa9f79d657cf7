import { type OutsideCertificate, outsideStates } from '@learnt/contract/certificates'
import ApproveIcon from '@mui/icons-material/CheckCircleOutlined'
import DeclineIcon from '@mui/icons-material/HighlightOffOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatDay } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { useTabList } from '../permissions/useTabList.ts'
import { askOutside } from './asks.ts'

const kept = ['tab']
type Decision = 'confirm' | 'refuse'

/** Certificates that people earned elsewhere, which wait for a decision. */
export function OutsideList() {
  const { t, i18n } = useTranslation(['certificates', 'myCertificates'])
  const [list, changeList] = useTabList(kept)
  const [asked, setAsked] = useState<{ decision: Decision; one: OutsideCertificate } | null>(null)
  const outside = useQuery({ ...askOutside(list), placeholderData: keepPreviousData })
  const columns = useMemo<Column<OutsideCertificate>[]>(() => {
    const day = (text: string | null) =>
      text === null ? '–' : formatDay(new Date(`${text}T12:00:00Z`), i18n.language, 'UTC')
    return [
      { id: 'name', header: t('issued.person'), fixed: true, card: 'title', cell: (one) => one.name },
      {
        id: 'title',
        header: t('issued.title'),
        card: 'subtitle',
        cell: (one) => (
          <Link href={one.file.url} target="_blank" rel="noopener" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {one.title}
          </Link>
        ),
      },
      {
        id: 'issuer',
        header: t('outside.issuer'),
        cell: (one) => <Box sx={{ overflowWrap: 'anywhere' }}>{one.issuer}</Box>,
      },
      { id: 'issuedDay', header: t('issued.issuedDay'), cell: (one) => day(one.issuedDay) },
      { id: 'validUntil', header: t('issued.validUntil'), cell: (one) => day(one.validUntil) },
      {
        id: 'state',
        header: t('issued.state'),
        cell: (one) => (
          <Box sx={{ maxWidth: 260 }}>
            <Typography variant="body2">{t(`myCertificates:outside.states.${one.state}`)}</Typography>
            {one.reason && (
              <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {one.reason}
              </Typography>
            )}
          </Box>
        ),
      },
    ]
  }, [t, i18n.language])
  return (
    <>
      <DataTable
        label={t('tabs.outside')}
        columns={columns}
        query={outside}
        state={list}
        onChange={changeList}
        rowId={(one) => one.id}
        rowName={(one) => `${one.name}: ${one.title}`}
        filters={[
          {
            key: 'state',
            label: t('issued.state'),
            options: outsideStates.map((value) => ({ value, label: t(`myCertificates:outside.states.${value}`) })),
          },
        ]}
        searchLabel={t('outside.search')}
        empty={<EmptyState title={t('outside.empty')} text={t('outside.emptyText')} />}
        rowActions={(one) =>
          one.can.decide === null
            ? [
                {
                  id: 'confirm',
                  label: t('outside.confirm'),
                  icon: <ApproveIcon fontSize="small" />,
                  run: () => setAsked({ decision: 'confirm', one }),
                },
                {
                  id: 'refuse',
                  label: t('outside.refuse'),
                  icon: <DeclineIcon fontSize="small" />,
                  run: () => setAsked({ decision: 'refuse', one }),
                },
              ]
            : []
        }
      />
      {asked && <DecideDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function DecideDialog({
  decision,
  one,
  onClose,
}: {
  decision: Decision
  one: OutsideCertificate
  onClose: () => void
}) {
  const { t } = useTranslation(['certificates', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const decide = useSend(api.certificates.outside.decide, {
    onSuccess: () => {
      showToast({ variant: 'success', text: t(`outside.${decision}Done`) })
      onClose()
    },
  })
  const isMissing = decision === 'refuse' && isTried && reason.trim() === ''
  return (
    <Dialog open onClose={decide.isPending ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (decision === 'refuse' && !reason.trim()) return
          decide.mutate({ params: { outsideId: one.id }, body: { decision, reason: reason.trim() } })
        }}
      >
        <DialogTitle id={id}>{t(`outside.${decision}Title`, { name: one.name, title: one.title })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <TextField
            autoFocus
            multiline
            minRows={2}
            required={decision === 'refuse'}
            label={t('outside.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={isMissing}
            helperText={isMissing ? fieldText(problems, 'required') : t('outside.reasonHelp')}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
          />
          {decide.error && <Alert severity="error">{problemText(problems, decide.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={decide.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={decision === 'refuse' ? 'error' : 'primary'}
            loading={decide.isPending}
          >
            {t(`outside.${decision}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
