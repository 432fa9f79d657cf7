import type { StoredFile } from '@learnt/contract/files'
import type { OwnPathway, OwnPathwayStep } from '@learnt/contract/pathways'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { useDocumentEditing } from '../documents/editing.ts'
import { fileKinds } from '../documents/file-kinds.ts'
import { UploadSlot } from '../documents/UploadSlot.tsx'

/** Waives a step for one person, with a reason and perhaps a file as evidence. Mount it to open it. */
export function WaiveDialog({
  step,
  name,
  params,
  canAttach,
  onWaived,
  onClose,
}: {
  step: OwnPathwayStep
  name: string
  params: { documentId: string; userId: string; stepId: string }
  /** It stands in an editor, which uploads files. */
  canAttach: boolean
  onWaived: (pathway: OwnPathway) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['pathwayEditor', 'common'])
  const { t: problems } = useTranslation('problems')
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const id = useId()
  const [reason, setReason] = useState('')
  const [evidence, setEvidence] = useState<StoredFile | null>(null)
  const [tried, setTried] = useState(false)
  const waive = useSend(api.pathways.waive, { outdates: ['permissions', 'reports'], onSuccess: onWaived })
  const complaint = isProblem(waive.error)
    ? waive.error.errors.find((one) => one.path.endsWith('reason'))?.message
    : undefined
  const wrong = tried && !reason.trim() ? fieldText(problems, 'required') : (complaint ?? '')
  const close = useCloseGuard(reason !== '' || evidence !== null, onClose)
  return (
    <Dialog
      open
      onClose={waive.isPending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (reason.trim())
            waive.mutate({ params, body: { reason: reason.trim(), evidenceFileId: evidence?.id ?? null } })
        }}
      >
        <DialogTitle id={id}>{t('people.waiveTitle', { title: step.title, name })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Typography variant="body2">{t('people.waiveText', { name })}</Typography>
          <TextField
            autoFocus
            required
            multiline
            minRows={2}
            maxRows={8}
            label={t('people.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={Boolean(wrong)}
            helperText={wrong}
            slotProps={{ htmlInput: { maxLength: 1000, dir: 'auto' } }}
          />
          {evidence && (
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere', fontWeight: 600 }}>
                {evidence.name}
              </Typography>
              <Button size="small" color="inherit" onClick={() => setEvidence(null)}>
                {t('common:actions.remove')}
              </Button>
            </Box>
          )}
          {canAttach && <EvidenceSlot stepId={step.id} onEvidence={setEvidence} />}
          {waive.error && !complaint && <Alert severity="error">{problemText(problems, waive.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={waive.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={waive.isPending}>
            {t('people.waive')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function EvidenceSlot({ stepId, onEvidence }: { stepId: string; onEvidence: (file: StoredFile) => void }) {
  const { t } = useTranslation('pathwayEditor')
  const { uploads } = useDocumentEditing()
  const slot = `waiver/${stepId}`
  return (
    <UploadSlot
      slot={slot}
      compact
      label={t('people.evidence')}
      accept={`${fileKinds.document.accept},${fileKinds.image.accept}`}
      acceptWords={`${fileKinds.document.words}, ${fileKinds.image.words}`}
      maxBytes={fileKinds.image.maxBytes}
      onFile={(file) =>
        void uploads.sendFile(slot, file, file.type.startsWith('image/') ? 'image' : 'document', onEvidence)
      }
    />
  )
}
