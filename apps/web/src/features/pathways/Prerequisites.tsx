import type { OwnPathway } from '@learnt/contract/pathways'
import DoneIcon from '@mui/icons-material/CheckCircle'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { hrefOfDocument } from './way.ts'

/** What has to be finished before the pathway opens; nothing is said of it once it is. */
export function Prerequisites({
  pathway: { prerequisites },
  hasLinks = true,
}: {
  pathway: Pick<OwnPathway, 'prerequisites'>
  hasLinks?: boolean
}) {
  const { t } = useTranslation('pathways')
  const id = useId()
  if (prerequisites.every(({ isDone }) => isDone)) return null
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ mb: 3, p: 2, borderRadius: '14px', border: 1, borderColor: 'warning.main', bgcolor: 'background.paper' }}
    >
      <Typography variant="h3" component="h2" id={id}>
        {t('prerequisites')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('prerequisitesText')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0, display: 'grid', gap: 1 }}>
        {prerequisites.map((one) => (
          <Box component="li" key={one.id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            {one.isDone ? (
              <DoneIcon aria-hidden sx={{ color: 'success.main' }} />
            ) : (
              <OpenIcon aria-hidden sx={{ color: 'text.secondary' }} />
            )}
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {hasLinks ? <AppLink href={hrefOfDocument(one.type, one.id)}>{one.title}</AppLink> : one.title}
              <Typography variant="body2" color="textSecondary">
                {t(one.isDone ? 'prerequisiteDone' : 'prerequisiteOpen')}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
