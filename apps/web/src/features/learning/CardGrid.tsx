import type { CourseCard as CourseCardData } from '@learnt/contract/learning'
import Box from '@mui/material/Box'
import { useSecondPass } from '../../ui/useSecondPass.ts'
import { CourseCard } from './CourseCard.tsx'

/** Courses as cards, as many in a row as fit. */
export function CardGrid({ courses, label }: { courses: readonly CourseCardData[]; label: string }) {
  const isWhole = useSecondPass()
  // as many as a window has room for, cards being at least this large
  const firstScreen = Math.ceil(innerWidth / 280) * Math.ceil(innerHeight / 320)
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
      }}
    >
      {(isWhole ? courses : courses.slice(0, firstScreen)).map((course) => (
        <CourseCard key={course.userCourseId} course={course} />
      ))}
    </Box>
  )
}
