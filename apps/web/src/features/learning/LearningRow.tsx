import type { RequiredCard } from '@learnt/contract/learning'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CourseMarks } from './CourseCard.tsx'

/** One line of the required learning: `title` may be a link that covers it. */
export function LearningRow({ card, title, facts }: { card: RequiredCard; title: ReactNode; facts: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'grid',
        gridTemplateColumns: { xs: '88px 1fr', md: '120px 1fr 112px minmax(120px, 200px)' },
        gap: { xs: 1.5, md: 2.5 },
        alignItems: 'center',
        p: { xs: 1.5, md: 2 },
        '& + &': { borderTop: '1px solid', borderColor: 'divider' },
        '&:hover': { bgcolor: 'action.hover' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box sx={{ borderRadius: 1, overflow: 'hidden', alignSelf: 'start' }}>
        <CoverImage src={card.image} title={card.title} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {title}
        <Typography variant="body2" color="textSecondary">
          {facts}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, '&:empty': { display: { xs: 'none', md: 'flex' } } }}>
        <CourseMarks course={card} />
      </Box>
      <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' }, order: { xs: 1, md: 0 } }}>
        {card.progress > 0 && <ProgressBar value={card.progress} label={card.title} />}
      </Box>
    </Box>
  )
}
