import HistoryIcon from '@mui/icons-material/History'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { type Editing, EditingProvider, useDocumentEditing } from './editing.ts'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'

interface VersionViewProps<Content extends BaseContent, Document extends EditedDocument<Content>> {
  kind: KindWorkspace<Content, Document>
  document: Document
  versionId: string
  onBack: () => void
  /** Null: the document cannot be edited. */
  onRestore: ((version: { id: string; number: number }) => void) | null
}

/** An earlier version in the kind's own editor, where everything can be read and nothing changed. */
export function VersionView<Content extends BaseContent, Document extends EditedDocument<Content>>({
  kind,
  document,
  versionId,
  onBack,
  onRestore,
}: VersionViewProps<Content, Document>) {
  const { t } = useTranslation('documents')
  const [item, setItem] = useState<string | null>(null)
  const { uploads } = useDocumentEditing()
  const asked = useQuery(queryOf(kind.calls.version, { params: { ...kind.paramsOf(document.id), versionId } }))
  const found = asked.data as unknown as (Document & { version: { id: string; number: number } }) | undefined
  const editing = useMemo(
    () =>
      found && {
        kind,
        document: found,
        content: found.content,
        errors: {},
        locked: true,
        edit: () => {},
        findFile: (fileId: string | null) => found.files.find((file) => file.id === fileId),
        rememberFile: () => {},
        findDocument: (documentId: string) => kind.documentsOf(found).find((one) => one.id === documentId),
        rememberDocument: () => {},
        uploads,
      },
    [kind, found, uploads],
  )
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  if (!found || !editing) return <LinesSkeleton lines={5} />
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert
        severity="info"
        icon={<HistoryIcon />}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {onRestore && (
              <Button color="inherit" size="small" onClick={() => onRestore(found.version)}>
                {t('versions.restore')}
              </Button>
            )}
            <Button color="inherit" size="small" onClick={onBack}>
              {t('versions.back')}
            </Button>
          </Box>
        }
      >
        {t('versions.shown', { number: found.version.number })}
      </Alert>
      <EditingProvider value={editing as unknown as Editing}>
        <kind.Editor
          document={found}
          value={found.content}
          onChange={() => {}}
          errors={{}}
          locked
          item={item}
          onItem={setItem}
        />
      </EditingProvider>
    </Box>
  )
}
