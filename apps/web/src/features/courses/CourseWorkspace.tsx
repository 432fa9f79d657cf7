import type { Course } from '@learnt/contract/courses'
import ArchiveIcon from '@mui/icons-material/ArchiveOutlined'
import BackIcon from '@mui/icons-material/ArrowBack'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DiscardIcon from '@mui/icons-material/DeleteSweepOutlined'
import PreviewIcon from '@mui/icons-material/PreviewOutlined'
import PublishIcon from '@mui/icons-material/PublishOutlined'
import RestoreIcon from '@mui/icons-material/UnarchiveOutlined'
import ClassicIcon from '@mui/icons-material/ViewAgendaOutlined'
import WithdrawIcon from '@mui/icons-material/VisibilityOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTheme } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { paths } from '../../routes/paths.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { showToast } from '../../ui/toasts.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { DocumentAccess } from '../permissions/DocumentAccess.tsx'
import { CourseEditor } from './CourseEditor.tsx'
import { CourseSettings } from './CourseSettings.tsx'
import { CourseVersions } from './CourseVersions.tsx'
import { DraftNotices } from './DraftNotices.tsx'
import { EditingProvider } from './editing.ts'
import { itemOfField } from './field-errors.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { showField } from './show-field.ts'
import { useCourseActions } from './useCourseActions.ts'
import { useCourseEditing } from './useCourseEditing.ts'
import { storedOf } from './useDraft.ts'

const tabs = ['content', 'people', 'versions', 'settings'] as const
type TabName = (typeof tabs)[number]
const kept = ['tab']

/** Everything about one course: content, people, versions, settings; one bar says how saving stands and publishes. */
export function CourseWorkspace({ course }: { course: Course }) {
  const { t } = useTranslation(['courses', 'common'])
  const navigate = useNavigate()
  const { tab: wanted, item: wantedItem } = useSearch({ strict: false }) as Record<string, string | undefined>
  const tab: TabName = tabs.find((one) => one === wanted) ?? 'content'
  const item = wantedItem ?? null
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'))
  const { draft, editing } = useCourseEditing(course)
  const { state, keeper } = draft
  const [publishing, setPublishing] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const adopt = useCallback((changed: Course) => keeper.adopt(storedOf(changed)), [keeper])
  const actions = useCourseActions(adopt)
  const title = state.content.title || t('outline.untitled')
  useDocumentTitle(title)

  const go = (next: { tab?: TabName; item?: string | null }, replace = false) =>
    void navigate({
      to: '.',
      search: {
        ...(next.tab && next.tab !== 'content' ? { tab: next.tab } : {}),
        ...(next.item ? { item: next.item } : {}),
      } as never,
      replace,
      resetScroll: false,
    })
  // the field of a problem: its step has to be on the screen first
  useEffect(() => {
    if (asked === null || tab !== 'content') return
    const timer = setTimeout(() => {
      showField(asked)
      setAsked(null)
    }, 60)
    return () => clearTimeout(timer)
  }, [asked, tab])
  const show = (field: string) => {
    setPublishing(false)
    go({ item: itemOfField(field) })
    setAsked(field)
  }
  const archived = state.status === 'archived'
  const preview = `${paths.coursePreview(course.id)}${item && item !== 'details' ? `?activity=${encodeURIComponent(item)}` : ''}`
  // on a phone a form is a page of its own
  const alone = phone && tab === 'content' && item !== null && !course.isBundle
  const flushed = (then: () => void) => void keeper.flush().then((saved) => saved && then())
  return (
    <EditingProvider value={editing}>
      {alone ? (
        <h1 style={visuallyHidden}>{title}</h1>
      ) : (
        <PageHeader
          title={title}
          kicker={course.isBundle ? t('kind.bundle') : t('kind.course')}
          back={{ href: paths.courses, label: t('editor.back') }}
          status={<StateChip kind="publication" state={state.status} size="medium" />}
        />
      )}
      <StickyBar sx={{ columnGap: 2 }}>
        {alone ? (
          <Button
            size="small"
            color="inherit"
            startIcon={<BackIcon sx={{ transform: theme.direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />}
            onClick={() => go({ item: null })}
            sx={{ px: 0.5 }}
          >
            {t('outline.back')}
          </Button>
        ) : (
          <Tabs
            value={tab}
            onChange={(_, next: TabName) => go({ tab: next })}
            aria-label={t('editor.tabs')}
            variant="scrollable"
            scrollButtons={false}
            sx={{
              flex: { xs: '1 1 100%', md: '1 1 auto' },
              minHeight: 52,
              '& .MuiTab-root': { minHeight: 52, minWidth: { xs: 72, sm: 90 }, px: { xs: 1.5, sm: 2 } },
            }}
          >
            {tabs.map((name) => (
              <Tab
                key={name}
                value={name}
                label={t(`editor.tab.${name}`)}
                id={`tab-${name}`}
                aria-controls={`panel-${name}`}
              />
            ))}
          </Tabs>
        )}
        <Box
          sx={{
            display: 'flex',
            gap: 1,
            alignItems: 'center',
            py: 0.75,
            flex: alone ? '1 1 0' : { xs: '1 1 100%', md: '0 1 auto' },
            marginInlineStart: 'auto',
          }}
        >
          <Box sx={{ flex: 1, minWidth: 0, display: 'flex', marginInlineEnd: 0.5 }}>
            <SaveState saving={state.saving} />
          </Box>
          {!alone && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<PreviewIcon />}
              onClick={() => flushed(() => void navigate({ to: preview }))}
            >
              {t('actions.preview')}
            </Button>
          )}
          {archived ? (
            <ActionButton
              variant="contained"
              startIcon={<RestoreIcon />}
              reason={course.can.restore}
              onClick={() => actions.restore(course)}
            >
              {t('actions.restore')}
            </ActionButton>
          ) : (
            <ActionButton
              variant="contained"
              startIcon={<PublishIcon />}
              reason={state.dirty ? null : course.can.publish}
              onClick={() => setPublishing(true)}
            >
              {t('actions.publish')}
            </ActionButton>
          )}
          <ActionMenu
            label={t('editor.more')}
            items={[
              {
                id: 'duplicate',
                label: t('actions.duplicate'),
                icon: <CopyIcon fontSize="small" />,
                reason: course.can.duplicate,
                run: () => flushed(() => actions.duplicate(course)),
              },
              {
                id: 'classic',
                label: t('settings.classicOpen'),
                icon: <ClassicIcon fontSize="small" />,
                href: paths.courseClassic(course.id),
              },
              {
                id: 'discard',
                label: t('actions.discard'),
                icon: <DiscardIcon fontSize="small" />,
                reason: course.can.discard,
                dividerBefore: true,
                run: () => flushed(() => void actions.discard(course)),
              },
              {
                id: 'withdraw',
                label: t('actions.withdraw'),
                icon: <WithdrawIcon fontSize="small" />,
                reason: course.can.withdraw,
                run: () => flushed(() => void actions.withdraw(course)),
              },
              ...(alone
                ? [
                    {
                      id: 'preview',
                      label: t('actions.preview'),
                      icon: <PreviewIcon fontSize="small" />,
                      run: () => flushed(() => void navigate({ to: preview })),
                    },
                  ]
                : []),
              ...(archived
                ? []
                : [
                    {
                      id: 'archive',
                      label: t('actions.archive'),
                      icon: <ArchiveIcon fontSize="small" />,
                      reason: course.can.archive,
                      run: () => flushed(() => actions.archive(course)),
                    },
                  ]),
            ]}
          />
        </Box>
      </StickyBar>
      <DraftNotices
        course={course}
        draft={draft}
        locked={editing.locked}
        onShow={show}
        isShown={(one) => tab === 'content' && one === (item ?? 'details')}
      />
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'content' && <CourseEditor item={item} onItem={(next) => go({ item: next })} />}
        {tab === 'people' && (
          <DocumentAccess document={{ type: 'course', id: course.id, title: course.title }} kept={kept} />
        )}
        {tab === 'versions' && <CourseVersions course={course} />}
        {tab === 'settings' && <CourseSettings course={course} actions={actions} flush={keeper.flush} />}
      </Box>
      {publishing && (
        <PublishDialog
          course={{ ...course, status: state.status }}
          content={state.content}
          flush={keeper.flush}
          revision={() => keeper.read().revision}
          onPublished={(published, isGiven) => {
            setPublishing(false)
            adopt(published)
            showToast({
              variant: 'success',
              text: t('done.published', { title: published.title }),
              ...(isGiven
                ? {}
                : { duration: 10_000, action: { label: t('done.give'), run: () => go({ tab: 'people' }) } }),
            })
          }}
          onShow={show}
          onClose={() => setPublishing(false)}
        />
      )}
    </EditingProvider>
  )
}
