import type { OutsideCertificate } from '@learnt/contract/certificates'
import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { ToneChip } from '../../ui/ToneChip.tsx'
import { formatDay } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { AddOutsideDialog } from './AddOutsideDialog.tsx'

/** Certificates that the person earned elsewhere, and how somebody decided about them. */
export function OwnOutside() {
  const { t } = useTranslation('myCertificates')
  const { t: problems } = useTranslation('problems')
  const [isAdding, setAdding] = useState(false)
  const own = useQuery(queryOf(api.certificates.outside.mine, { query: { limit: 50 } }))
  const remove = useSend(api.certificates.outside.remove, {
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  return (
    <Card component="section" aria-labelledby="outside-certificates" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id="outside-certificates" variant="h2">
        {t('outside.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5, mb: 1 }}>
        {t('outside.text')}
      </Typography>
      {own.data?.items.map((one) => (
        <OutsideLine
          key={one.id}
          one={one}
          onRemove={() => remove.mutate({ params: { outsideId: one.id } })}
          isBusy={remove.isPending}
        />
      ))}
      <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAdding(true)} sx={{ mt: 1 }}>
        {t('outside.add')}
      </Button>
      {isAdding && <AddOutsideDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}

const tones = { open: 'info', confirmed: 'success', refused: 'error' } as const

function OutsideLine({ one, onRemove, isBusy }: { one: OutsideCertificate; onRemove: () => void; isBusy: boolean }) {
  const { t, i18n } = useTranslation('myCertificates')
  const day = (text: string) => formatDay(new Date(`${text}T12:00:00Z`), i18n.language, 'UTC')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', py: 1.5 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Link
          href={one.file.url}
          target="_blank"
          rel="noopener"
          dir="auto"
          sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}
        >
          {one.title}
        </Link>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{one.issuer}</bdi> · {t('issuedOn', { day: day(one.issuedDay) })}
          {one.validUntil && <> · {t('validUntil', { day: day(one.validUntil) })}</>}
        </Typography>
        {one.state === 'refused' && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t('outside.refusedBecause', { reason: one.reason, name: one.decidedBy })}
          </Typography>
        )}
      </Box>
      <ToneChip tone={tones[one.state]}>{t(`outside.states.${one.state}`)}</ToneChip>
      {one.can.remove === null && (
        <Button
          size="small"
          color="inherit"
          loading={isBusy}
          onClick={onRemove}
          aria-label={t('outside.removeNamed', { title: one.title })}
        >
          {t('outside.remove')}
        </Button>
      )}
    </Box>
  )
}
