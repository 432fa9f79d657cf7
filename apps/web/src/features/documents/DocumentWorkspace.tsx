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
import { Fragment, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SaveState } from '../../ui/SaveState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { showToast } from '../../ui/toasts.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { DocumentSettings } from './DocumentSettings.tsx'
import { DocumentVersions } from './DocumentVersions.tsx'
import { DraftNotices } from './DraftNotices.tsx'
import { type Editing, EditingProvider } from './editing.ts'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { showField } from './show-field.ts'
import { useDocumentActions } from './useDocumentActions.ts'
import { storedOf } from './useDraft.ts'
import { useEditedDocument } from './useEditedDocument.ts'
import { useRestoreVersion } from './useRestoreVersion.ts'

const kept = ['tab']

/** Everything about one document: content, people, versions, settings; one bar says how saving stands and publishes. */
export function DocumentWorkspace<Content extends BaseContent, Document extends EditedDocument<Content>>({
  kind,
  document,
}: {
  kind: KindWorkspace<Content, Document>
  document: Document
}) {
  const { t } = useTranslation(['documents', 'documentKinds', 'common'])
  const address = kind.pages
  const words = kind.useWords?.()
  const { features } = useSession().settings
  const own = (kind.tabs ?? []).map((one) => ({ ...one, label: words?.tab?.(one.name) ?? one.name }))
  const tabOf = (name: 'content' | 'people' | 'certificate' | 'versions' | 'settings') => ({
    name,
    label: t(`editor.tab.${name}`),
  })
  const tabs: readonly { name: string; label: string }[] = [
    tabOf('content'),
    ...(kind.Access ? [tabOf('people')] : []),
    ...own,
    ...(kind.Certificate && features.certificates !== false ? [tabOf('certificate')] : []),
    tabOf('versions'),
    tabOf('settings'),
  ]
  const navigate = useNavigate()
  const { tab: wanted, item: wantedItem } = useSearch({ strict: false }) as Record<string, string | undefined>
  const tab = tabs.find((one) => one.name === wanted)?.name ?? 'content'
  const OwnTab = own.find((one) => one.name === tab)?.Content
  const item = wantedItem ?? null
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'))
  const { draft, editing } = useEditedDocument(kind, document)
  const { state, keeper } = draft
  const [publishing, setPublishing] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const adopt = useCallback((changed: EditedDocument) => keeper.adopt(storedOf<Content>(changed as Document)), [keeper])
  const actions = useDocumentActions(kind, adopt)
  const restoreVersion = useRestoreVersion(kind, document.id, keeper, adopt)
  const title = state.content.title || t('editor.untitled')
  useDocumentTitle(title)

  const go = (next: { tab?: string; item?: string | null }, replace = false) =>
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
    go({ item: kind.itemOf?.(field) ?? null })
    setAsked(field)
  }
  const archived = state.status === 'archived'
  const preview = kind.preview?.(document.id, item)
  // on a phone a form is a page of its own
  const alone = phone && tab === 'content' && item !== null && (kind.hasItemPages?.(document) ?? false)
  const Around = kind.Around ?? Fragment
  const flushed = (then: () => void) => void keeper.flush().then((saved) => saved && then())
  return (
    <EditingProvider value={editing as unknown as Editing}>
      <Around>
        {alone ? (
          <h1 style={visuallyHidden}>{title}</h1>
        ) : (
          <PageHeader
            title={title}
            kicker={t(`documentKinds:${kind.nameOf(document)}.one`)}
            back={{ href: address.list, label: t(`documentKinds:${kind.nameOf({})}.back`) }}
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
              {t('editor.outline')}
            </Button>
          ) : (
            <Tabs
              value={tab}
              onChange={(_, next: string) => go({ tab: next })}
              aria-label={t('editor.tabs')}
              variant="scrollable"
              scrollButtons={false}
              sx={{
                flex: { xs: '1 1 100%', md: '1 1 auto' },
                minHeight: 52,
                '& .MuiTab-root': { minHeight: 52, minWidth: { xs: 72, sm: 90 }, px: { xs: 1.5, sm: 2 } },
              }}
            >
              {tabs.map(({ name, label }) => (
                <Tab key={name} value={name} label={label} id={`tab-${name}`} aria-controls={`panel-${name}`} />
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
            {!alone && preview && (
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
                reason={document.can.restore}
                onClick={() => actions.restore(document)}
              >
                {t('actions.restore')}
              </ActionButton>
            ) : (
              <ActionButton
                variant="contained"
                startIcon={<PublishIcon />}
                reason={state.dirty ? null : document.can.publish}
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
                  reason: document.can.duplicate,
                  run: () => flushed(() => actions.duplicate(document)),
                },
                ...(kind.otherEditor
                  ? [
                      {
                        id: 'classic',
                        label: t('settings.classicOpen'),
                        icon: <ClassicIcon fontSize="small" />,
                        href: kind.otherEditor(document.id),
                      },
                    ]
                  : []),
                {
                  id: 'discard',
                  label: t('actions.discard'),
                  icon: <DiscardIcon fontSize="small" />,
                  reason: document.can.discard,
                  dividerBefore: true,
                  run: () => flushed(() => void actions.discard(document)),
                },
                {
                  id: 'withdraw',
                  label: t('actions.withdraw'),
                  icon: <WithdrawIcon fontSize="small" />,
                  reason: document.can.withdraw,
                  run: () => flushed(() => void actions.withdraw(document)),
                },
                ...(alone && preview
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
                        reason: document.can.archive,
                        run: () => flushed(() => actions.archive(document)),
                      },
                    ]),
              ]}
            />
          </Box>
        </StickyBar>
        <DraftNotices
          kind={kind}
          document={document}
          draft={draft}
          locked={editing.locked}
          onShow={show}
          isShown={(one) => tab === 'content' && (!kind.itemOf || one === (item ?? 'details'))}
        />
        <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
          {tab === 'content' && (
            <kind.Editor
              document={document}
              value={editing.content}
              onChange={editing.edit}
              errors={editing.errors}
              locked={editing.locked}
              item={item}
              onItem={(next) => go({ item: next })}
            />
          )}
          {tab === 'people' && kind.Access && (
            <kind.Access document={{ type: kind.type, id: document.id, title: document.title }} kept={kept} />
          )}
          {OwnTab && <OwnTab document={document} type={kind.type} />}
          {tab === 'certificate' && kind.Certificate && <kind.Certificate document={document} type={kind.type} />}
          {tab === 'versions' && (
            <DocumentVersions
              kind={kind}
              document={document}
              item={item}
              onItem={(next) => go({ tab: 'versions', item: next })}
              onRestore={(version) => void restoreVersion(version)}
            />
          )}
          {tab === 'settings' && (
            <DocumentSettings
              document={document}
              actions={actions}
              flush={keeper.flush}
              otherEditor={kind.otherEditor?.(document.id)}
            />
          )}
        </Box>
        {publishing && (
          <PublishDialog
            kind={kind}
            document={{ id: document.id, status: state.status }}
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
      </Around>
    </EditingProvider>
  )
}
