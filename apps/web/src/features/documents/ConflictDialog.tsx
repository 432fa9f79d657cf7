import type { DocumentChange } from '@learnt/contract/documents'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../ui/problem-text.ts'
import { formatClock, formatDay } from '../../ui/times.ts'
import { ChangeList } from './ChangeList.tsx'
import type { DraftState } from './draft.ts'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'
import { useSaveCopy } from './useSaveCopy.ts'

export interface ConflictDialogProps<Content extends BaseContent, Document extends EditedDocument<Content>> {
  kind: KindWorkspace<Content, Document>
  document: Document
  state: DraftState<Content> & { theirs: NonNullable<DraftState<Content>['theirs']> }
  onTheirs: () => void
  /** Mine are kept as this new document. */
  onCopied: (copy: { id: string; title: string }) => void
  onClose: () => void
}

/** Somebody else saved in the meantime: who, what they changed, what would be lost; and two ways on that lose nothing unasked. */
export function ConflictDialog<Content extends BaseContent, Document extends EditedDocument<Content>>({
  kind,
  document,
  state,
  onTheirs,
  onCopied,
  onClose,
}: ConflictDialogProps<Content, Document>) {
  const { t, i18n } = useTranslation(['documents', 'common'])
  const { t: problems } = useTranslation('problems')
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const copy = useSaveCopy(kind, document, onCopied)
  const theirs = kind.changesBetween(state.base, state.theirs.content, document)
  const mine = kind.changesBetween(state.base, state.content, document)
  const { saved } = state
  return (
    <Dialog
      open
      onClose={() => !copy.isPending && onClose()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t('conflict.title')}</DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Typography>
          {saved
            ? t('conflict.who', {
                name: saved.by,
                title: document.title,
                day: formatDay(saved.at, i18n.language),
                time: formatClock(saved.at, i18n.language),
              })
            : t('conflict.somebody')}
        </Typography>
        <Part kind={kind} title={t('conflict.theirs')} changes={theirs} none={t('conflict.theirsNone')} />
        <Part kind={kind} title={t('conflict.mine')} changes={mine} none={t('conflict.mineNone')} />
        <Typography variant="body2" color="textSecondary">
          {t('conflict.text')}
        </Typography>
        {copy.error && <Alert severity="error">{problemText(problems, copy.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={copy.isPending}>
          {t('conflict.later')}
        </Button>
        <Button variant="outlined" color="error" onClick={onTheirs} disabled={copy.isPending}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button variant="contained" loading={copy.isPending} onClick={() => copy.mutate(state.content)}>
          {t('conflict.keepMine')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Part(props: {
  kind: Parameters<typeof ChangeList>[0]['kind']
  title: string
  changes: readonly DocumentChange[]
  none: string
}) {
  const { kind, title, changes, none } = props
  return (
    <Box component="section" sx={{ p: 1.5, borderRadius: '12px', bgcolor: 'action.hover' }}>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      {changes.length > 0 ? (
        <ChangeList kind={kind} changes={changes} most={8} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {none}
        </Typography>
      )}
    </Box>
  )
}
