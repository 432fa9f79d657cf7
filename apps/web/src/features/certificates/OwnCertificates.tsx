import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { askOwnCertificates } from './asks.ts'
import { CertificateLine } from './CertificateLine.tsx'

/** The person's own certificates, newest first. */
export function OwnCertificates() {
  const { t } = useTranslation('myCertificates')
  const [limit, setLimit] = useState(25)
  useLive('me')
  const own = useQuery({ ...askOwnCertificates(limit), placeholderData: keepPreviousData })
  if (own.error) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />
  if (!own.data) return <LinesSkeleton lines={5} />
  const { items, next, total } = own.data
  return (
    <Card component="section" aria-labelledby="own-certificates" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id="own-certificates" variant="h2">
        {t('own')}
      </Typography>
      {items.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} />}
      <Box sx={{ mt: 1 }}>
        {items.map((one, i) => (
          <Fragment key={one.id}>
            {i > 0 && <Divider />}
            <CertificateLine certificate={one} />
          </Fragment>
        ))}
      </Box>
      {next && limit < 100 && (
        <Button onClick={() => setLimit(100)} sx={{ mt: 1 }}>
          {t('showMore', { shown: items.length, total })}
        </Button>
      )}
    </Card>
  )
}
