import type { Course, CourseContent } from '@learnt/contract/courses'
import AddIcon from '@mui/icons-material/Add'
import ExpandIcon from '@mui/icons-material/ExpandMore'
import PreviewIcon from '@mui/icons-material/PreviewOutlined'
import PublishIcon from '@mui/icons-material/PublishOutlined'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { paths } from '../../routes/paths.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { showToast } from '../../ui/toasts.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { askDocument } from '../documents/asks.ts'
import { DraftNotices } from '../documents/DraftNotices.tsx'
import { DraftText } from '../documents/DraftText.tsx'
import { type Editing, EditingProvider } from '../documents/editing.ts'
import { PublishDialog } from '../documents/PublishDialog.tsx'
import { showField } from '../documents/show-field.ts'
import { storedOf } from '../documents/useDraft.ts'
import { useEditedDocument } from '../documents/useEditedDocument.ts'
import { ActivityForm } from './ActivityForm.tsx'
import { AddStepButton } from './AddStepButton.tsx'
import { BundleCourses } from './BundleCourses.tsx'
import { CourseDetails } from './CourseDetails.tsx'
import { CoursePackages } from './CoursePackages.tsx'
import { activitiesOf } from './content.ts'
import { useEditing } from './editing.ts'
import { hasErrors, sectionField } from './field-errors.ts'
import { KindIcon } from './KindIcon.tsx'
import { coursePaths } from './paths.ts'
import { type Outline, useOutline } from './useOutline.ts'
import { courseWorkspace } from './workspace.ts'

/** The classic editor: everything of a course in one long form, over the same draft. */
export function ClassicCoursePage() {
  const { t } = useTranslation('documentKinds')
  const { courseId = '' } = useParams({ strict: false }) as { courseId?: string }
  useLive('courses')
  const course = useQuery(askDocument<CourseContent, Course>(courseWorkspace, courseId))
  if (course.data) return <ClassicEditor key={courseId} course={course.data} />
  if (!course.error) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('course.many')} back={{ href: paths.courses, label: t('course.back') }} />
      <ErrorState error={course.error} onRetry={() => void course.refetch()} />
    </>
  )
}

/** More steps than this begin folded: a page of fifty text editors is of no use to anybody. */
const openUpTo = 8

function ClassicEditor({ course }: { course: Course }) {
  const { t } = useTranslation(['courses', 'documents', 'documentKinds'])
  const navigate = useNavigate()
  const { draft, editing } = useEditedDocument(courseWorkspace, course)
  const { state, keeper } = draft
  const [publishing, setPublishing] = useState(false)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const steps = activitiesOf(course.content)
    return new Set(steps.length <= openUpTo ? steps.map((one) => one.id) : [])
  })
  const title = state.content.title || t('outline.untitled')
  useDocumentTitle(title)
  const setStep = (id: string, on: boolean) =>
    setOpen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  const show = (field: string) => {
    setPublishing(false)
    const [kind, id] = field.split('/')
    if (kind === 'activity' && id) setStep(id, true)
    setTimeout(() => showField(field), 250)
  }
  return (
    <EditingProvider value={editing as unknown as Editing}>
      <CoursePackages>
        <PageHeader
          title={title}
          kicker={t('classic.kicker')}
          back={{ href: paths.courses, label: t('documentKinds:course.back') }}
          status={<StateChip kind="publication" state={state.status} size="medium" />}
          actions={<AppLink href={paths.courseEditor(course.id)}>{t('classic.modern')}</AppLink>}
        />
        <StickyBar sx={{ py: 1, gap: 1 }}>
          <Box sx={{ flex: '1 1 0', minWidth: 0, display: 'flex' }}>
            <SaveState saving={state.saving} />
          </Box>
          <ActionButton
            variant="outlined"
            color="inherit"
            startIcon={<PreviewIcon />}
            onClick={() =>
              void keeper.flush().then((saved) => saved && void navigate({ to: coursePaths.coursePreview(course.id) }))
            }
          >
            {t('documents:actions.preview')}
          </ActionButton>
          <ActionButton
            variant="contained"
            startIcon={<PublishIcon />}
            reason={state.dirty ? null : course.can.publish}
            onClick={() => setPublishing(true)}
          >
            {t('documents:actions.publish')}
          </ActionButton>
        </StickyBar>
        <DraftNotices
          kind={courseWorkspace}
          document={course}
          draft={draft}
          locked={editing.locked}
          onShow={show}
          isShown={(one) => !activitiesOf(state.content).some(({ id }) => id === one) || open.has(one)}
        />
        <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 900 }}>
          <Card component="section" aria-label={t('outline.details')} sx={{ p: { xs: 2, sm: 3 } }}>
            <CourseDetails />
          </Card>
          {course.isBundle ? (
            <Card sx={{ p: { xs: 2, sm: 3 } }}>
              <BundleCourses />
            </Card>
          ) : (
            <ClassicSections open={open} onOpen={setStep} locked={editing.locked} />
          )}
        </Box>
        {publishing && (
          <PublishDialog
            kind={courseWorkspace}
            document={{ id: course.id, status: state.status }}
            content={state.content}
            flush={keeper.flush}
            revision={() => keeper.read().revision}
            onPublished={(published) => {
              setPublishing(false)
              keeper.adopt(storedOf<CourseContent>(published))
              showToast({ variant: 'success', text: t('documents:done.published', { title: published.title }) })
            }}
            onShow={show}
            onClose={() => setPublishing(false)}
          />
        )}
      </CoursePackages>
    </EditingProvider>
  )
}

function ClassicSections({
  open,
  onOpen,
  locked,
}: {
  open: ReadonlySet<string>
  onOpen: (id: string, on: boolean) => void
  locked: boolean
}) {
  const { t } = useTranslation('courses')
  const outline = useOutline((item, focus) => {
    if (!item) return
    onOpen(item, true)
    if (focus) setTimeout(() => showField(`activity/${item}/title`), 250)
  })
  return (
    <>
      <SectionCards open={open} onOpen={onOpen} locked={locked} outline={outline} />
      {!locked && (
        <Box>
          <Button variant="outlined" startIcon={<AddIcon />} onClick={outline.addSection}>
            {t('outline.addSection')}
          </Button>
        </Box>
      )}
      <span aria-live="assertive" style={visuallyHidden}>
        {outline.said}
      </span>
    </>
  )
}

function SectionCards({
  open,
  onOpen,
  locked,
  outline,
}: {
  open: ReadonlySet<string>
  onOpen: (id: string, on: boolean) => void
  locked: boolean
  outline: Outline
}) {
  const { t } = useTranslation('courses')
  const { content, errors } = useEditing()
  return content.sections.map((section, at) => (
    <Card key={section.id} component="section" aria-label={outline.sectionName(at)} sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 2 }}>
        <DraftText
          size="small"
          field={sectionField(section.id, 'title')}
          label={t('outline.sectionTitle', { number: at + 1 })}
          value={section.title}
          maxLength={200}
          onChange={(title) => outline.renameSection(section.id, title)}
        />
        {!locked && (
          <ActionMenu
            label={t('outline.actionsOf', { name: outline.sectionName(at) })}
            items={[
              ...(at > 0 ? [{ id: 'up', label: t('outline.up'), run: () => outline.moveSection(at, at - 1) }] : []),
              ...(at < content.sections.length - 1
                ? [{ id: 'down', label: t('outline.down'), run: () => outline.moveSection(at, at + 1) }]
                : []),
              {
                id: 'remove',
                label: t('outline.removeSection'),
                danger: true,
                run: () => void outline.removeSection(at),
              },
            ]}
          />
        )}
      </Box>
      {section.activities.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('outline.emptySection')}
        </Typography>
      )}
      {section.activities.map((activity) => (
        <Accordion
          key={activity.id}
          disableGutters
          variant="outlined"
          expanded={open.has(activity.id)}
          onChange={(_, on) => onOpen(activity.id, on)}
          slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h3' } }}
          sx={{
            mb: 1,
            borderRadius: '12px !important',
            '&::before': { display: 'none' },
            ...(hasErrors(errors, activity.id) ? { borderColor: 'error.main' } : {}),
          }}
        >
          <AccordionSummary
            expandIcon={<ExpandIcon />}
            sx={{ '& .MuiAccordionSummary-content': { gap: 1.25, alignItems: 'center', minWidth: 0 } }}
          >
            <KindIcon kind={activity.kind} size={28} />
            <Typography variant="body2" component="span" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
              {activity.title || t('outline.untitled')}
            </Typography>
          </AccordionSummary>
          <AccordionDetails sx={{ p: { xs: 1.5, sm: 2.5 } }}>
            <ActivityForm activity={activity} outline={outline} heading={false} />
          </AccordionDetails>
        </Accordion>
      ))}
      {!locked && (
        <AddStepButton
          label={t('outline.addStep')}
          aria-label={t('outline.addStepTo', { section: outline.sectionName(at) })}
          onAdd={(kind) => outline.add(kind, section.id)}
          onCopy={(steps, from) => outline.addCopies(steps, from, section.id)}
          sx={{ mt: 1 }}
        />
      )}
    </Card>
  ))
}
