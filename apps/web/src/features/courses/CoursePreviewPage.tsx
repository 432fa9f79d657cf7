import type { Course, CourseContent } from '@learnt/contract/courses'
import type { StoredFile } from '@learnt/contract/files'
import EditIcon from '@mui/icons-material/EditOutlined'
import EmptyIcon from '@mui/icons-material/HourglassEmpty'
import EyeIcon from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { DurationText } from '../../ui/DurationText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'
import { ActivityView } from '../learning/ActivityView.tsx'
import { CourseOutline } from '../learning/CourseOutline.tsx'
import { chooseStep, neighboursOf } from '../learning/course-steps.ts'
import { ruleText } from '../learning/rule-text.ts'
import { StepNavigation } from '../learning/StepNavigation.tsx'
import { CourseImage } from './CourseImage.tsx'
import { findActivity } from './content.ts'
import { previewActivity, previewOutline } from './preview-content.ts'

/** The draft as a learner would see it. Nothing is recorded: no operation of the learner is called. */
export function CoursePreviewPage() {
  const { t } = useTranslation('courses')
  const { courseId = '' } = useParams({ strict: false }) as { courseId?: string }
  useLive('courses')
  const course = useQuery(queryOf(api.courses.get, { params: { courseId } }))
  const preview = useQuery(queryOf(api.courses.preview, { params: { courseId } }))
  useDocumentTitle(preview.data && `${t('preview.title')}: ${preview.data.content.title}`)
  const error = course.error ?? preview.error
  if (error && !(course.data && preview.data)) {
    return (
      <>
        <PageHeader
          title={t('preview.title')}
          back={{ href: paths.courseEditor(courseId), label: t('preview.back') }}
        />
        <ErrorState
          error={error}
          onRetry={() => {
            void course.refetch()
            void preview.refetch()
          }}
        />
      </>
    )
  }
  if (!course.data || !preview.data) return <PageSkeleton />
  return <Preview course={course.data} {...preview.data} onStale={() => void preview.refetch()} />
}

interface PreviewProps {
  course: Course
  content: CourseContent
  files: StoredFile[]
  onStale: () => void
}

function Preview({ course, content, files, onStale }: PreviewProps) {
  const { t } = useTranslation(['courses', 'learning'])
  const { t: learning } = useTranslation('learning')
  const Anchor = useAnchor()
  const theme = useTheme()
  const wide = useMediaQuery(theme.breakpoints.up('lg'))
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const { activity: wanted } = useSearch({ strict: false }) as { activity?: string }
  const sections = previewOutline(content)
  const step = chooseStep({ sections, resumeActivityId: null }, wanted ?? null)
  const activity = step && findActivity(content, step.id)
  const shown = activity ? previewActivity(activity, files) : null
  const hrefOf = (activityId: string) => `${paths.coursePreview(course.id)}?activity=${encodeURIComponent(activityId)}`
  const editor = paths.courseEditor(course.id)
  const back = step ? `${editor}?item=${step.id}` : editor
  const minutes = content.sections.flatMap((section) => section.activities).reduce((sum, one) => sum + one.minutes, 0)

  const stepId = step?.id ?? null
  const last = useRef(stepId)
  useEffect(() => {
    if (last.current !== stepId) document.getElementById('step-heading')?.focus({ preventScroll: true })
    last.current = stepId
  }, [stepId])

  return (
    <>
      <Box
        role="note"
        sx={(theme) => ({
          mb: 2.5,
          position: 'sticky',
          top: 72,
          zIndex: 15,
          display: 'flex',
          gap: 1.5,
          alignItems: 'center',
          px: 2,
          py: 1,
          borderRadius: '12px',
          border: 1,
          borderColor: 'info.main',
          bgcolor: theme.palette.info.soft,
          color: theme.palette.info.onSoft,
        })}
      >
        <EyeIcon aria-hidden />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 800 }}>{t('preview.banner')}</Typography>
          <Typography variant="body2" sx={{ display: { xs: 'none', sm: 'block' } }}>
            {t('preview.bannerText')}
          </Typography>
        </Box>
        <Button
          component={Anchor}
          href={back}
          color="inherit"
          size="small"
          startIcon={<EditIcon />}
          sx={{ flexShrink: 0 }}
        >
          {phone ? t('actions.edit') : t('preview.back')}
        </Button>
      </Box>
      <PageHeader
        title={content.title}
        text={minutes > 0 ? <DurationText seconds={minutes * 60} /> : undefined}
        back={{ href: editor, label: t('preview.back') }}
      />
      {content.description && (
        <Typography
          dir="auto"
          color="textSecondary"
          sx={{ mb: 3, maxWidth: 760, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {content.description}
        </Typography>
      )}
      {content.sequential && !course.isBundle && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {t('preview.sequential')}
        </Typography>
      )}
      {course.isBundle ? (
        <Children course={course} />
      ) : !step ? (
        <EmptyState
          title={t('preview.empty')}
          text={t('preview.emptyText')}
          action={<AppLink href={editor}>{t('preview.back')}</AppLink>}
        />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 2.5, lg: 4 },
            gridTemplateColumns: wide ? 'minmax(240px, 300px) minmax(0, 1fr)' : 'minmax(0, 1fr)',
            alignItems: 'start',
          }}
        >
          {wide ? (
            <Card
              sx={{
                py: 2,
                px: 0.5,
                position: 'sticky',
                top: 156,
                maxHeight: 'calc(100dvh - 172px)',
                overflowY: 'auto',
              }}
            >
              <CourseOutline sections={sections} currentId={step.id} hrefOf={hrefOf} progress={null} />
            </Card>
          ) : (
            <Card component="details" sx={{ '&[open] > summary': { borderBottom: 1, borderColor: 'divider' } }}>
              <Box component="summary" sx={{ px: 2, py: 1.25, fontWeight: 700, cursor: 'pointer' }}>
                {t('preview.outline')}
              </Box>
              <Box sx={{ py: 1.5, px: 0.5 }}>
                <CourseOutline sections={sections} currentId={step.id} hrefOf={hrefOf} progress={null} />
              </Box>
            </Card>
          )}
          <Card component="section" aria-labelledby="step-heading" sx={{ p: { xs: 2, sm: 3.5 }, minWidth: 0 }}>
            <Typography
              id="step-heading"
              variant="h2"
              tabIndex={-1}
              sx={{ overflowWrap: 'anywhere', '&:focus-visible': { outline: 'none' } }}
            >
              {step.title}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
              {ruleText(learning, step)}
            </Typography>
            {step.description && (
              <Typography sx={{ mt: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 760 }}>
                {step.description}
              </Typography>
            )}
            <Box sx={{ mt: 3 }}>
              {shown ? (
                <ActivityView
                  key={step.id}
                  content={shown}
                  record={false}
                  launch={() =>
                    call(api.learning.previewLaunch, { params: { courseId: course.id, activityId: step.id } })
                  }
                  onStale={onStale}
                />
              ) : (
                <StatePanel
                  icon={<EmptyIcon />}
                  tone="neutral"
                  title={t('preview.missing')}
                  action={<AppLink href={`${editor}?item=${step.id}`}>{t('preview.back')}</AppLink>}
                />
              )}
            </Box>
            <StepNavigation
              {...neighboursOf({ sections }, step.id)}
              hrefOf={hrefOf}
              finish={{ href: editor, label: t('preview.back') }}
            />
          </Card>
        </Box>
      )}
    </>
  )
}

/** The courses of a bundle, each with its own preview. */
function Children({ course }: { course: Course }) {
  const { t } = useTranslation('courses')
  if (course.children.length === 0) return <EmptyState title={t('preview.empty')} text={t('bundle.empty')} />
  return (
    <Box
      component="ol"
      aria-label={t('bundle.title')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5, maxWidth: 760 }}
    >
      {course.children.map((child, index) => (
        <Card component="li" key={child.id} sx={{ display: 'flex', gap: 2, alignItems: 'center', p: 1.25 }}>
          <Typography variant="body2" color="textSecondary" sx={{ width: 24, textAlign: 'center', fontWeight: 700 }}>
            {index + 1}
          </Typography>
          <CourseImage
            src={child.imageSmall}
            isBundle={false}
            sx={{ width: 112, aspectRatio: '16 / 9', borderRadius: '10px' }}
          />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <AppLink href={paths.coursePreview(child.id)} sx={{ overflowWrap: 'anywhere' }}>
              {child.title}
            </AppLink>
            <Box sx={{ mt: 0.5 }}>
              <StateChip kind="publication" state={child.status} />
            </Box>
          </Box>
        </Card>
      ))}
    </Box>
  )
}
