import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { call, newKey } from '../../api/call.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { installFieldMessages } from '../../ui/form/messages.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatClock } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { askDocument } from './asks.ts'
import { readBackup, writeBackup } from './backup.ts'
import { type Backup, type DraftKeeper, type DraftState, keepDraft, type Stored } from './draft.ts'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'
import { same } from './same.ts'

export interface Draft<Content extends BaseContent> {
  state: DraftState<Content>
  keeper: DraftKeeper<Content>
  /** Words of an earlier visit that belong to an older revision: the person decides about them. */
  found: Backup<Content> | null
  forget: () => void
}

export const storedOf = <Content extends BaseContent>(document: EditedDocument<Content>): Stored<Content> => ({
  content: document.content,
  revision: document.revision,
  status: document.status,
})

/** The draft of a document, kept saved while the page is open; asks before it is left with unsaved words. */
export function useDraft<Content extends BaseContent, Document extends EditedDocument<Content>>(
  kind: KindWorkspace<Content, Document>,
  document: Document,
): Draft<Content> {
  const { t, i18n } = useTranslation(['documents', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const { userId } = useMe()
  const { id } = document
  const params = kind.paramsOf(id)
  const [{ keeper, early }] = useState(() => {
    installFieldMessages(i18n)
    const made = keepDraft<Content>(storedOf<Content>(document), {
      send: ({ revision, content }, key) =>
        call(kind.calls.saveDraft, { params, body: { revision, content } }, { idempotencyKey: key }),
      load: async () => storedOf<Content>((await call(kind.calls.get, { params })) as EditedDocument as Document),
      check: kind.check,
      fieldKey: kind.fieldKey,
      explain: (error, fields) => (fields > 0 ? t('saving.fields', { count: fields }) : problemText(problems, error)),
      keep: (backup) => writeBackup(id, userId, backup),
      newKey,
    })
    const kept = readBackup(id, userId, document.content)
    return { keeper: made, early: kept && !same(kept.content, document.content) ? kept : null }
  })
  const [found, setFound] = useState(early && early.revision !== document.revision ? early : null)
  const state = useSyncExternalStore(keeper.listen, keeper.read)

  useEffect(() => {
    keeper.start()
    return () => keeper.stop()
  }, [keeper])
  useEffect(() => {
    if (!early || early.revision !== keeper.read().revision || keeper.read().dirty) return
    keeper.edit(() => early.content)
    showToast({ variant: 'info', text: t('saving.restored', { time: formatClock(new Date(early.at), i18n.language) }) })
  }, [early, keeper, t, i18n.language])
  // what is needed while the server is away has to be here before
  useEffect(() => {
    void import('../../ui/ConfirmDialog.tsx').catch(() => {})
    const timer = setTimeout(() => void import('../../ui/RichTextEditor.tsx').catch(() => {}), 2000)
    return () => clearTimeout(timer)
  }, [])
  // answers that came for another reason: somebody else saved, published, withdrew
  useEffect(() => {
    const before = keeper.read().revision
    keeper.hear(storedOf<Content>(document))
    if (keeper.read().revision > before) showToast({ variant: 'info', text: t('saving.theirsShown') })
  }, [keeper, document, t])
  // the first save after a publication changes the state, and with it what can be done
  const { status, revision } = state
  useEffect(() => {
    if (status !== document.status) void client.invalidateQueries({ queryKey: askDocument(kind, id).queryKey })
    if (revision !== document.revision)
      void client.invalidateQueries({ queryKey: [kind.part, 'list'], refetchType: 'none' })
  }, [status, revision, document.status, document.revision, client, kind, id])

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !keeper.read().dirty) return false
      if (await keeper.flush()) return false
      return !(await confirm({
        title: t('common:form.leave'),
        text: t('saving.leaveText'),
        confirmLabel: t('common:form.leaveYes'),
        cancelLabel: t('common:form.stay'),
        danger: true,
      }))
    },
    enableBeforeUnload: () => keeper.read().dirty,
  })
  return {
    state,
    keeper,
    found,
    forget: () => {
      setFound(null)
      writeBackup(id, userId, null)
    },
  }
}
