import type { CourseCard, LearnerCourse } from '@learnt/contract/learning'
import LockIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { hrefOfDocument, hrefOfStep } from '../pathways/way.ts'
import { CourseHead } from './CourseHead.tsx'
import { CourseStart } from './CourseStart.tsx'

/** A course or bundle that opens later: what has to be finished first, and where that is. */
export function LockedCourse({
  card,
  waitsFor,
  course,
}: {
  card: CourseCard
  waitsFor: NonNullable<CourseCard['waitsFor']>
  course: LearnerCourse | null
}) {
  const { t } = useTranslation('learning')
  const Anchor = useAnchor()
  const { pathway } = waitsFor
  const missing = { documentType: waitsFor.type, documentId: waitsFor.id, assignmentId: null }
  return (
    <>
      <CourseHead card={card} pathwayId={pathway?.id ?? null} />
      <Card
        component="section"
        aria-labelledby="locked-heading"
        sx={{ p: { xs: 2.5, sm: 4 }, mb: 3, display: 'flex', gap: 2, maxWidth: 760 }}
      >
        <LockIcon aria-hidden sx={{ fontSize: 36, color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Typography variant="h2" id="locked-heading">
            {t('lockedCourse')}
          </Typography>
          <Typography>{t('finishFirst')}</Typography>
          {waitsFor.isGiven ? (
            <Button
              component={Anchor}
              href={pathway ? hrefOfStep(missing, pathway.id) : hrefOfDocument(waitsFor.type, waitsFor.id)}
              variant="contained"
              sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
            >
              {waitsFor.title}
            </Button>
          ) : (
            <>
              <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{waitsFor.title}</Typography>
              <Typography variant="body2" color="textSecondary">
                {t('lockedNotGiven')}
              </Typography>
            </>
          )}
          {pathway && (
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {t('lockedIn')} <AppLink href={paths.pathway(pathway.id)}>{pathway.title}</AppLink>
            </Typography>
          )}
        </Box>
      </Card>
      {course && !course.isBundle && course.landing.isShown && (
        <CourseStart course={course} pathwayId={pathway?.id ?? null} />
      )}
    </>
  )
}
