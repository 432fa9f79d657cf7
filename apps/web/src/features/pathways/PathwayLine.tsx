import PathwayIcon from '@mui/icons-material/RouteOutlined'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { askOwn } from './asks.ts'

/** The pathway around a course, in a line: its name, how far the person is. */
export function PathwayLine({ pathwayId }: { pathwayId: string }) {
  const { t } = useTranslation(['pathways', 'documentKinds'])
  const { data } = useQuery(askOwn(pathwayId))
  // the course stands without it
  if (!data) return null
  return (
    <Box
      component="nav"
      aria-label={t('documentKinds:pathway.one')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'center',
        px: 1.5,
        py: 0.75,
        borderRadius: '10px',
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        typography: 'body2',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flex: '1 1 200px', minWidth: 0 }}>
        <PathwayIcon aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
        <AppLink href={paths.pathway(pathwayId)} noWrap>
          {data.title}
        </AppLink>
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'inline' } }}>
        {t('steps', { done: data.stepsDone, total: data.stepCount })}
      </Box>
      <Box sx={{ flex: { xs: '1 1 100%', sm: '0 1 160px' } }}>
        <ProgressBar value={data.progress} label={data.title} />
      </Box>
    </Box>
  )
}
