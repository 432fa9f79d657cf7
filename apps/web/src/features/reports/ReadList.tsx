import type { ReadFigures } from '@learnt/contract/reports'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/DateText.tsx'

/** What one person did with each version of a resource, newest first. */
export function ReadList({ reads }: { reads: readonly ReadFigures[] }) {
  const { t } = useTranslation('reports')
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('reads')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mb: 4, display: 'grid', gap: 1.5 }}>
        {reads.map((read) => (
          <Card component="li" key={read.versionNumber} sx={{ p: 2.5 }}>
            <Typography sx={{ fontWeight: 700 }}>{t('version', { number: read.versionNumber })}</Typography>
            <Typography variant="body2" color="textSecondary">
              {t('opened', { count: read.opened })} · {t('downloaded', { count: read.downloads })} · {t('lastOpened')}{' '}
              <DateText value={read.lastOpenedAt} format="minute" />
              {read.readAt && (
                <>
                  {' · '}
                  {t('readToTheEnd')} <DateText value={read.readAt} format="minute" />
                </>
              )}
            </Typography>
          </Card>
        ))}
      </Box>
    </>
  )
}
