import type { CourseCard } from '@learnt/contract/learning'
import DoneIcon from '@mui/icons-material/Check'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CourseFacts, CourseLink, CourseMarks } from './CourseCard.tsx'
import { isStepDone, nextCourseOf } from './course-steps.ts'

/** The courses of a bundle in their order, numbered along a line; one button goes on at the first that is not done. */
export function BundlePath({
  courses,
  pathwayId = null,
}: {
  courses: readonly CourseCard[]
  /** The pathway that the bundle is a step of. */
  pathwayId?: string | null
}) {
  const { t } = useTranslation('learning')
  const Anchor = useAnchor()
  const next = nextCourseOf(courses)
  return (
    <Box component="ol" aria-label={t('bundleCourses')} sx={{ listStyle: 'none', m: 0, p: 0, maxWidth: 860 }}>
      {courses.map((course, index) => (
        <Box
          component="li"
          key={course.userCourseId}
          {...(course === next ? { 'aria-current': 'step' as const } : {})}
          sx={{ display: 'flex', gap: 2 }}
        >
          <Box aria-hidden sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center' }}>
            <Mark number={index + 1} isDone={isStepDone(course)} isNext={course === next} />
            {index < courses.length - 1 && <Box sx={{ flex: 1, width: '2px', bgcolor: 'divider' }} />}
          </Box>
          <Box
            sx={(theme) => ({
              position: 'relative',
              flex: 1,
              minWidth: 0,
              mb: 2,
              p: 2,
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 1,
              borderRadius: '14px',
              bgcolor: 'background.paper',
              border: `1px solid ${course === next ? theme.palette.primary.main : theme.line}`,
              '&:hover': { bgcolor: 'action.hover' },
              '&:has(.covering-link:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main' },
            })}
          >
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <CourseLink course={course} />
              </Box>
              <CourseMarks course={course} />
            </Box>
            <Typography variant="body2" color="textSecondary">
              <CourseFacts course={course} />
            </Typography>
            {course.progress > 0 && !isStepDone(course) && <ProgressBar value={course.progress} label={course.title} />}
            {course === next && (
              // stands above the link that covers the row
              <Box sx={{ position: 'relative', zIndex: 1, justifySelf: 'start', mt: 0.5 }}>
                <Button
                  component={Anchor}
                  href={paths.course(course.userCourseId, undefined, pathwayId ?? undefined)}
                  variant="contained"
                  startIcon={<PlayIcon />}
                  sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
                >
                  {t(course.state === 'notstarted' ? 'startCourse' : 'continueCourse', { title: course.title })}
                </Button>
              </Box>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function Mark({ number, isDone, isNext }: { number: number; isDone: boolean; isNext: boolean }) {
  return (
    <Box
      sx={{
        width: 34,
        height: 34,
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        borderRadius: '50%',
        border: '2px solid',
        fontWeight: 800,
        ...(isDone
          ? { borderColor: 'success.main', color: 'success.main' }
          : isNext
            ? { borderColor: 'primary.main', color: 'primary.main' }
            : { borderColor: 'divider', color: 'text.secondary' }),
      }}
    >
      {isDone ? <DoneIcon fontSize="small" /> : number}
    </Box>
  )
}
