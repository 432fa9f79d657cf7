import type { Course, CourseContent } from '@learnt/contract/courses'
import type { StoredFile } from '@learnt/contract/files'
import EditIcon from '@mui/icons-material/EditOutlined'
import OutlineIcon from '@mui/icons-material/FormatListBulleted'
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
import { useState } from 'react'
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
import { StickyBar } from '../../ui/StickyBar.tsx'
import { DocumentImage } from '../documents/DocumentImage.tsx'
import { ActivityView } from '../learning/ActivityView.tsx'
import { CourseStart } from '../learning/CourseStart.tsx'
import { chooseStep } from '../learning/course-steps.ts'
import { PlayerFrame, useOutlineAside } from '../learning/PlayerFrame.tsx'
import { findActivity } from './content.ts'
import { coursePaths } from './paths.ts'
import { previewActivity, previewOutline, previewStart } from './preview-content.ts'

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
  const { t } = useTranslation(['courses', 'documents', 'learning'])
  const Anchor = useAnchor()
  const theme = useTheme()
  const aside = useOutlineAside()
  const [drawer, setDrawer] = useState(false)
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const { activity: wanted } = useSearch({ strict: false }) as { activity?: string }
  const sections = previewOutline(content)
  const step = chooseStep({ sections, resumeActivityId: null }, wanted ?? null)
  const activity = step && findActivity(content, step.id)
  const isStart = wanted === undefined && content.landing.isShown && !course.isBundle && step !== null
  const shown = activity ? previewActivity(activity, files, course.documents) : null
  const hrefOf = (activityId: string) =>
    `${coursePaths.coursePreview(course.id)}?activity=${encodeURIComponent(activityId)}`
  const editor = paths.courseEditor(course.id)
  const back = step ? `${editor}?item=${step.id}` : editor
  const minutes = content.sections.flatMap((section) => section.activities).reduce((sum, one) => sum + one.minutes, 0)

  return (
    <>
      <StickyBar sx={{ py: 1, borderBottom: 0 }}>
        <Box
          role="note"
          sx={(theme) => ({
            flex: 1,
            minWidth: 0,
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
            {phone ? t('documents:actions.edit') : t('preview.back')}
          </Button>
        </Box>
      </StickyBar>
      <PageHeader
        title={content.title}
        text={minutes > 0 ? <DurationText seconds={minutes * 60} /> : undefined}
        back={{ href: editor, label: t('preview.back') }}
        actions={
          step &&
          !isStart && (
            <>
              {content.landing.isShown && (
                <Button component={Anchor} href={coursePaths.coursePreview(course.id)} color="inherit">
                  {t('preview.startPage')}
                </Button>
              )}
              {!aside && (
                <Button
                  variant="outlined"
                  startIcon={<OutlineIcon />}
                  aria-haspopup="dialog"
                  onClick={() => setDrawer(true)}
                >
                  {t('preview.outline')}
                </Button>
              )}
            </>
          )
        }
      />
      {content.description && !isStart && (
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
      ) : isStart ? (
        <CourseStart course={previewStart(course, content, files)} pathwayId={null} previewHref={hrefOf} />
      ) : (
        <PlayerFrame
          title={content.title}
          sections={sections}
          progress={null}
          step={step}
          hrefOf={hrefOf}
          finish={{ href: editor, label: t('preview.back') }}
          drawer={drawer}
          onDrawer={setDrawer}
        >
          {shown ? (
            <ActivityView
              key={step.id}
              content={shown}
              record={false}
              launch={() => call(api.learning.previewLaunch, { params: { courseId: course.id, activityId: step.id } })}
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
        </PlayerFrame>
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
          <DocumentImage
            src={child.imageSmall}
            name="course"
            sx={{ width: 112, aspectRatio: '16 / 9', borderRadius: '10px' }}
          />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <AppLink href={coursePaths.coursePreview(child.id)} sx={{ overflowWrap: 'anywhere' }}>
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
