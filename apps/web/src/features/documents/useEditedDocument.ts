import type { NamedDocument } from '@learnt/contract/documents'
import type { StoredFile } from '@learnt/contract/files'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import type { Editing } from './editing.ts'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'
import { createUploads } from './uploads.ts'
import { type Draft, useDraft } from './useDraft.ts'

/** The draft of a document with its files and uploads: what every editor stands on. */
export function useEditedDocument<Content extends BaseContent, Document extends EditedDocument<Content>>(
  kind: KindWorkspace<Content, Document>,
  document: Document,
): { draft: Draft<Content>; editing: Editing<Content, Document> } {
  const { t } = useTranslation(['common', 'documents'])
  const { t: problems } = useTranslation('problems')
  const draft = useDraft(kind, document)
  const [files, setFiles] = useState<ReadonlyMap<string, StoredFile>>(new Map())
  const [added, setAdded] = useState<ReadonlyMap<string, NamedDocument>>(new Map())
  const words = useRef({ lost: t('files.lost'), failed: (error: unknown) => problemText(problems, error) })
  const [uploads] = useState(() => createUploads(words.current))
  useEffect(() => () => uploads.stop(), [uploads])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !uploads.isBusy()) return false
      return !(await confirm({
        title: t('documents:files.leave'),
        text: t('documents:files.leaveText'),
        confirmLabel: t('form.leaveYes'),
        cancelLabel: t('form.stay'),
        danger: true,
      }))
    },
    enableBeforeUnload: () => uploads.isBusy(),
  })
  const { keeper } = draft
  const { content, errors, status } = draft.state
  const editing = useMemo<Editing<Content, Document>>(
    () => ({
      kind,
      document,
      content,
      errors,
      locked: status === 'archived' || Boolean(document.can.edit),
      edit: keeper.edit,
      // an address of the server is fresher than one of an upload an hour ago
      findFile: (fileId) =>
        fileId ? (document.files.find((file) => file.id === fileId) ?? files.get(fileId)) : undefined,
      rememberFile: (file) => setFiles((before) => new Map([...before, [file.id, file]])),
      findDocument: (documentId) =>
        kind.documentsOf(document).find((one) => one.id === documentId) ?? added.get(documentId),
      rememberDocument: (named) => setAdded((before) => new Map([...before, [named.id, named]])),
      uploads,
    }),
    [kind, document, content, errors, status, keeper, files, added, uploads],
  )
  return { draft, editing }
}
