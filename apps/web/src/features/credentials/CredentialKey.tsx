import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { formatDay } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'

/** Since when the organisation signs its badges with the key that it has, and the button that replaces it. */
export function CredentialKey() {
  const { t, i18n } = useTranslation('credentials')
  const { t: problems } = useTranslation('problems')
  const [isAsking, setAsking] = useState(false)
  const key = useQuery(queryOf(api.credentials.key.get))
  const replace = useSend(api.credentials.key.replace, {
    onSuccess: () => {
      setAsking(false)
      void key.refetch()
      showToast({ variant: 'success', text: t('key.replaced') })
    },
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  if (!key.data) return null
  const { createdAt, lastReplacedAt } = key.data
  return (
    <Card component="section" aria-labelledby="credential-key" sx={{ p: { xs: 2.5, sm: 3 }, mt: 4 }}>
      <Typography id="credential-key" variant="h3" component="h2" sx={{ mb: 1 }}>
        {t('key.title')}
      </Typography>
      <Typography color="textSecondary">{t('key.text')}</Typography>
      <Typography sx={{ my: 1.5 }}>
        {createdAt ? t('key.since', { day: day(createdAt) }) : t('key.none')}{' '}
        {lastReplacedAt && t('key.last', { day: day(lastReplacedAt) })}
      </Typography>
      {createdAt && (
        <Button variant="outlined" onClick={() => setAsking(true)}>
          {t('key.replace')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('key.replaceTitle')}
        text={t('key.replaceText')}
        confirmLabel={t('key.replace')}
        busy={replace.isPending}
        onConfirm={() => replace.mutate({ body: {} })}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}
