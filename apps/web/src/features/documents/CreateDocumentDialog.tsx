import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { CreateDocumentForm } from './CreateDocumentForm.tsx'
import type { KindPages } from './kind.ts'

/**
 * Begins a document and opens its editor. Mount it to open it. `children`: what a kind asks beside title and category;
 * `more`: their values, of which `filled` says whether closing would lose any.
 */
export function CreateDocumentDialog({
  kind,
  title,
  more = {},
  filled = false,
  onClose,
  children,
}: {
  kind: KindPages
  title?: string
  more?: Readonly<Record<string, unknown>>
  filled?: boolean
  onClose: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation('documentKinds')
  const id = useId()
  const [written, setWritten] = useState(false)
  const close = useCloseGuard(written || filled, onClose)
  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <CreateDocumentForm
        kind={kind}
        more={more}
        onFilled={setWritten}
        onMade={onClose}
        onCancel={() => void close()}
        layout={({ fields, buttons }) => (
          <>
            <DialogTitle id={id}>{title ?? t(`${kind.nameOf({})}.create`)}</DialogTitle>
            <DialogContent sx={{ display: 'grid', gap: 2.5, pt: '8px !important' }}>{fields}</DialogContent>
            <DialogActions>{buttons}</DialogActions>
          </>
        )}
      >
        {children}
      </CreateDocumentForm>
    </Dialog>
  )
}
