import type { CourseCard } from '@learnt/contract/learning'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CourseFacts, CourseLink, CourseMarks } from './CourseCard.tsx'

/** Courses to work through, one under the other: what, until when, how far. */
export function CourseRows({ courses, label }: { courses: readonly CourseCard[]; label: string }) {
  return (
    <Card component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {courses.map((course) => (
        <CourseRow key={course.userCourseId} course={course} />
      ))}
    </Card>
  )
}

function CourseRow({ course }: { course: CourseCard }) {
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
        <CoverImage src={course.image} title={course.title} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <CourseLink course={course} />
        <Typography variant="body2" color="textSecondary">
          <CourseFacts course={course} />
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, '&:empty': { display: { xs: 'none', md: 'flex' } } }}>
        <CourseMarks course={course} />
      </Box>
      <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' }, order: { xs: 1, md: 0 } }}>
        {course.progress > 0 && <ProgressBar value={course.progress} label={course.title} />}
      </Box>
    </Box>
  )
}
