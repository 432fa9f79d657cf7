import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf } from '../../api/queries.ts'
import { stringifySearch } from '../../lists/address.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { PathwayFacts } from './PathwayFacts.tsx'
import { PathwayMarks } from './PathwayMarks.tsx'

/** A person’s pathways for their manager or administrator, with links to the steps; nothing when there are none. */
export function PersonPathways({ userId, page }: { userId: string; page: string }) {
  const { t } = useTranslation(['pathways', 'pathwayEditor'])
  const Anchor = useAnchor()
  const pathways = useQuery(queryOf(api.pathways.ofPerson, { params: { userId } }))
  useLive('reports')
  // A manager may not see the pathways of people below their direct reports.
  if (isProblem(pathways.error) && pathways.error.status === 404) return null
  if (pathways.error && !pathways.data)
    return <ErrorState error={pathways.error} onRetry={() => void pathways.refetch()} />
  if (!pathways.data || pathways.data.items.length === 0) return null
  return (
    <Box component="section" aria-labelledby="person-pathways" sx={{ mb: 3 }}>
      <Typography variant="h2" id="person-pathways" sx={{ mb: 1.5 }}>
        {t('pathwayEditor:people.theirs')}
      </Typography>
      <Card component="ul" aria-labelledby="person-pathways" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {pathways.data.items.map((pathway) => (
          <Box
            component="li"
            key={pathway.assignmentId}
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
              <Typography sx={{ fontWeight: 700 }}>{pathway.title}</Typography>
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
              href={page + stringifySearch({ pathway: pathway.pathwayId })}
              variant="outlined"
              aria-label={t('pathwayEditor:people.showNamed', { title: pathway.title })}
              sx={{ justifySelf: 'start' }}
            >
              {t('pathwayEditor:people.show')}
            </Button>
          </Box>
        ))}
      </Card>
    </Box>
  )
}
