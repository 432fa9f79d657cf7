import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/operations.ts'
import { queryOf, useSend } from '../../../api/queries.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { problemText } from '../../../ui/problem-text.ts'
import { LinesSkeleton } from '../../../ui/Skeletons.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { PeopleField, type PersonChoice } from '../../permissions/PeopleField.tsx'
import { OptionalNumber } from './OptionalNumber.tsx'

/** People who get more time for a form with a time limit. */
export function ExtraTimes({ formId, hasLimit }: { formId: string; hasLimit: boolean }) {
  const { t } = useTranslation('formAccess')
  const { t: problems } = useTranslation('problems')
  const result = useQuery(queryOf(api.forms.extraTimes, { params: { documentId: formId } }))
  const [people, setPeople] = useState<PersonChoice[]>([])
  const [percent, setPercent] = useState<number | null>(25)
  const [tried, setTried] = useState(false)
  const change = useSend(api.forms.extraTime, {
    outdates: ['forms'],
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const isMissing = people.length === 0 || percent === null
  const give = async () => {
    setTried(true)
    if (people.length === 0 || percent === null) return
    for (const { userId, firstName, lastName } of people) {
      await change.mutateAsync({ params: { documentId: formId, userId }, body: { percent } })
      showToast({ variant: 'success', text: t('extra.given', { name: `${firstName} ${lastName}`.trim(), percent }) })
    }
    setPeople([])
    setTried(false)
  }
  return (
    <Box component="section" aria-labelledby="extra-heading" sx={{ width: '100%', maxWidth: 720 }}>
      <Typography variant="h2" id="extra-heading" sx={{ mb: 0.5 }}>
        {t('extra.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('extra.text')}
      </Typography>
      {!hasLimit && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('extra.noLimit')}
        </Alert>
      )}
      {result.error && !result.data ? (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      ) : !result.data ? (
        <LinesSkeleton lines={2} />
      ) : result.data.items.length === 0 ? (
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {t('extra.none')}
        </Typography>
      ) : (
        <Card component="ul" sx={{ listStyle: 'none', m: 0, mb: 2, p: 2, display: 'grid', gap: 1 }}>
          {result.data.items.map((one) => (
            <Box
              component="li"
              key={one.userId}
              sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
            >
              <Typography sx={{ flex: '1 1 180px', overflowWrap: 'anywhere' }}>{one.name}</Typography>
              <Typography color="textSecondary">{t('extra.more', { percent: one.percent })}</Typography>
              <Button
                size="small"
                color="inherit"
                onClick={() =>
                  change.mutate(
                    { params: { documentId: formId, userId: one.userId }, body: { percent: 0 } },
                    {
                      onSuccess: () =>
                        showToast({ variant: 'success', text: t('extra.takenBack', { name: one.name }) }),
                    },
                  )
                }
              >
                {t('extra.takeBack', { name: one.name })}
              </Button>
            </Box>
          ))}
        </Card>
      )}
      <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <Box sx={{ width: '100%' }}>
          <PeopleField autoFocus={false} value={people} onChange={setPeople} />
        </Box>
        <Box sx={{ width: '100%', maxWidth: 260, display: 'grid' }}>
          <OptionalNumber label={t('extra.percent')} value={percent} onChange={setPercent} min={1} max={400} />
        </Box>
        {tried && isMissing && <Alert severity="error">{t('extra.missing')}</Alert>}
        <Button variant="outlined" loading={change.isPending} onClick={() => void give()}>
          {t('extra.give')}
        </Button>
      </Box>
    </Box>
  )
}
