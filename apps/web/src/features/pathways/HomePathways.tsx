import type { PathwayCard } from '@learnt/contract/pathways'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { PathwayFacts } from './PathwayFacts.tsx'
import { PathwayMarks } from './PathwayMarks.tsx'
import { pathwayPaths } from './paths.ts'

/** The pathways of the homepage that are not finished, each with how far it is and the way on. */
export function HomePathways({ pathways }: { pathways: readonly PathwayCard[] }) {
  const { t } = useTranslation('pathways')
  const Anchor = useAnchor()
  return (
    <Box component="section" aria-labelledby="home-pathways">
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 2 }}>
        <Typography variant="h2" id="home-pathways" sx={{ flex: 1 }}>
          {t('title')}
        </Typography>
        <AppLink href={pathwayPaths.myPathways}>{t('all')}</AppLink>
      </Box>
      <Card component="ul" aria-labelledby="home-pathways" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {pathways.map((pathway) => (
          <Box
            component="li"
            key={pathway.pathwayId}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(120px, 200px) auto' },
              gap: { xs: 1.25, md: 2.5 },
              alignItems: 'center',
              p: { xs: 1.5, md: 2 },
              '& + &': { borderTop: '1px solid', borderColor: 'divider' },
            }}
          >
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <AppLink href={paths.pathway(pathway.pathwayId)}>{pathway.title}</AppLink>
              <Typography variant="body2" color="textSecondary">
                <PathwayFacts pathway={pathway} />
              </Typography>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 0.5, '&:empty': { display: 'none' } }}>
                <PathwayMarks pathway={pathway} />
              </Box>
            </Box>
            <ProgressBar value={pathway.progress} label={pathway.title} />
            <Button
              component={Anchor}
              href={paths.pathway(pathway.pathwayId)}
              variant="outlined"
              aria-label={t(pathway.state === 'notstarted' ? 'startNamed' : 'continueNamed', { title: pathway.title })}
              sx={{ justifySelf: 'start' }}
            >
              {t(pathway.state === 'notstarted' ? 'start' : 'continue')}
            </Button>
          </Box>
        ))}
      </Card>
    </Box>
  )
}
