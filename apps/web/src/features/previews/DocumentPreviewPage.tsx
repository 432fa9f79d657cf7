import type { DocumentPreview } from '@learnt/contract/my-people'
import EmptyIcon from '@mui/icons-material/HourglassEmpty'
import EyeIcon from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'
import { findActivity } from '../courses/content.ts'
import { previewActivity, previewOutline } from '../courses/preview-content.ts'
import { ActivityView } from '../learning/ActivityView.tsx'
import { chooseStep } from '../learning/course-steps.ts'
import { PlayerFrame, useOutlineAside } from '../learning/PlayerFrame.tsx'
import { ResourceContent } from '../resources/ResourceContent.tsx'
import { askPreview } from './asks.ts'
import { PreviewSections } from './PreviewSections.tsx'

interface Params {
  documentType?: DocumentPreview['type']
  documentId?: string
}

export const loader: Loader = ({ client, params }) => client.prefetchQuery(askPreview(params as Params))

const PreviewForm = lazyPart(async () => (await import('./PreviewForm.tsx')).PreviewForm)

/** What the manager may give, or their people have, as people get it. No operation of the learner is called. */
export function DocumentPreviewPage() {
  const { t } = useTranslation(['managers', 'documentKinds'])
  const params = useParams({ strict: false }) as Params
  const preview = useQuery(askPreview(params))
  const { data } = preview
  useDocumentTitle(data && `${t('look.open')}: ${data.title}`)
  const back = { href: paths.myTeam, label: t('look.back') }
  if (preview.error && !data)
    return (
      <>
        <PageHeader title={t('look.open')} back={back} />
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      </>
    )
  if (!data) return <PageSkeleton />
  return <Shown key={data.id} preview={data} back={back} onStale={() => void preview.refetch()} />
}

interface ShownProps {
  preview: DocumentPreview
  back: { href: string; label: string }
  onStale: () => void
}

function Shown({ preview, back, onStale }: ShownProps) {
  const { t } = useTranslation(['managers', 'documentKinds'])
  const aside = useOutlineAside()
  const [drawer, setDrawer] = useState(false)
  const { title, description, course, resource, form, sections } = preview
  return (
    <>
      <PageHeader
        title={title}
        kicker={t(`documentKinds:${preview.type}.one`)}
        back={back}
        actions={
          course &&
          !aside && (
            <Button variant="outlined" aria-haspopup="dialog" onClick={() => setDrawer(true)}>
              {t('look.outline')}
            </Button>
          )
        }
      />
      <Alert severity="info" icon={<EyeIcon aria-hidden />} sx={{ mb: 3 }}>
        <strong>{t('look.banner')}</strong> {t('look.text')}
      </Alert>
      {description && (
        <Typography
          dir="auto"
          color="textSecondary"
          sx={{ mb: 3, maxWidth: 760, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {description}
        </Typography>
      )}
      {course && (
        <CourseSteps
          preview={preview}
          course={course}
          back={back}
          drawer={drawer}
          onDrawer={setDrawer}
          onStale={onStale}
        />
      )}
      {resource && (
        <ResourceContent resource={{ id: preview.id, title, ...resource }} reading={null} onStale={onStale} />
      )}
      {form && <PreviewForm {...form} />}
      <PreviewSections sections={sections} />
    </>
  )
}

function CourseSteps({
  preview,
  course,
  back,
  drawer,
  onDrawer,
  onStale,
}: ShownProps & {
  course: NonNullable<DocumentPreview['course']>
  drawer: boolean
  onDrawer: (isOpen: boolean) => void
}) {
  const { t } = useTranslation('managers')
  const { activity: wanted } = useSearch({ strict: false }) as { activity?: string }
  const sections = previewOutline(course.content)
  const step = chooseStep({ sections, resumeActivityId: null }, wanted ?? null)
  const activity = step && findActivity(course.content, step.id)
  const content = activity ? previewActivity(activity, course.files) : null
  if (!step) return <StatePanel icon={<EmptyIcon />} tone="neutral" title={t('look.missing')} />
  return (
    <PlayerFrame
      title={preview.title}
      sections={sections}
      progress={null}
      step={step}
      hrefOf={(activityId) =>
        `${paths.documentPreview('course', preview.id)}?activity=${encodeURIComponent(activityId)}`
      }
      finish={back}
      drawer={drawer}
      onDrawer={onDrawer}
    >
      {content ? (
        <ActivityView
          key={step.id}
          content={content}
          record={false}
          launch={() =>
            call(api.myPeople.previewLaunch, { params: { documentId: preview.id }, body: { activityId: step.id } })
          }
          onStale={onStale}
        />
      ) : (
        <StatePanel icon={<EmptyIcon />} tone="neutral" title={t('look.missing')} />
      )}
    </PlayerFrame>
  )
}
