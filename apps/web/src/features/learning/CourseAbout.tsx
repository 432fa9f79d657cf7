import type { LearnerCourse } from '@learnt/contract/learning'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatDay } from '../../ui/times.ts'
import { AverageStars } from '../ratings/AverageStars.tsx'
import { learningPaths } from './paths.ts'

/** What the course is about, and why this person has it; folded once the course is under way. */
export function CourseAbout({ course, open }: { course: LearnerCourse; open: boolean }) {
  const { t, i18n } = useTranslation(['learning', 'steps'])
  const dueDay = useDueDay()
  const hasRecord = course.startedAt !== null && !course.isBundle
  if (!course.description && course.sources.length === 0 && !hasRecord && !course.rating) return null
  // NOTE the source has the id of the assignment; the page of a pathway goes by the pathway's own
  const pathwayOf = (title: string) =>
    course.within.find((one) => one.type === 'pathway' && one.title === title)?.id ?? ''
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  return (
    <Box
      component="details"
      open={open}
      sx={{
        mb: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        bgcolor: 'background.paper',
        '&[open] > summary': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <Box component="summary" sx={{ px: 2, py: 1.25, fontWeight: 700, cursor: 'pointer', borderRadius: '12px' }}>
        {t(course.isBundle ? 'aboutBundle' : 'about')}
      </Box>
      <Box
        sx={{
          px: 2,
          py: 2,
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { lg: course.description ? '3fr 2fr' : '1fr' },
        }}
      >
        {course.description && (
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 760 }}>
            {course.description}
          </Typography>
        )}
        {course.sources.length > 0 && (
          <Box>
            <Typography variant="h4" component="h2">
              {t('whyMine')}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, mt: 1, display: 'grid', gap: 1 }}>
              {course.sources.map((source) => (
                <li key={`${source.kind}${source.id}`}>
                  <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                    {source.kind === 'bundle' && source.id ? (
                      <AppLink href={paths.course(source.id)}>{t('source.bundle', { title: source.title })}</AppLink>
                    ) : source.kind === 'pathway' && pathwayOf(source.title) ? (
                      <AppLink href={paths.pathway(pathwayOf(source.title))}>
                        {t('source.pathway', { title: source.title })}
                      </AppLink>
                    ) : (
                      t(`source.${source.kind}`, { title: source.title })
                    )}
                  </Typography>
                  <Typography variant="caption" color="textSecondary">
                    {[
                      t('givenOn', { date: day(source.grantedAt) }),
                      source.isOptional ? t('optional') : '',
                      source.dueAt ? t('dueOn', { date: dueDay(source.dueAt) }) : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                </li>
              ))}
            </Box>
          </Box>
        )}
        {course.rating && course.startedAt !== null && <AverageStars rating={course.rating} />}
        {hasRecord && course.landing.isShown && (
          <AppLink href={`${paths.course(course.userCourseId)}?view=start`}>{t('steps:startPage')}</AppLink>
        )}
        {hasRecord && <AppLink href={learningPaths.courseRecord(course.userCourseId)}>{t('record')}</AppLink>}
      </Box>
    </Box>
  )
}
