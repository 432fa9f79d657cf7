import { badgeLimits } from '@learnt/contract/badge-design'
import type { Badge } from '@learnt/contract/badges'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'

/** Begins a badge, as a copy of another one if there is one, and opens the designer. Mount it to open it. */
export function NewBadgeDialog({ copied, onClose }: { copied?: Badge; onClose: () => void }) {
  const { t } = useTranslation(['badges', 'common'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const id = useId()
  const [title, setTitle] = useState(
    copied ? t('list.copyOf', { title: copied.title }).slice(0, badgeLimits.title) : '',
  )
  const [isTried, setTried] = useState(false)
  const create = useSend(api.badges.create, {
    onSuccess: ({ id: made }) => {
      onClose()
      void navigate({ to: paths.badge(made) })
    },
  })
  const isMissing = isTried && title.trim() === ''
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (title.trim()) create.mutate({ body: { title: title.trim(), ...(copied ? { copyOf: copied.id } : {}) } })
        }}
      >
        <DialogTitle id={id}>{t(copied ? 'list.copy' : 'list.create')}</DialogTitle>
        <DialogContent sx={{ '&&': { pt: 1 } }}>
          <TextField
            autoFocus
            fullWidth
            required
            label={t('list.name')}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            error={isMissing || create.error !== null}
            helperText={
              isMissing
                ? fieldText(problems, 'required')
                : create.error
                  ? problemText(problems, create.error)
                  : t('list.nameHelp')
            }
            slotProps={{ htmlInput: { maxLength: badgeLimits.title, dir: 'auto' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('list.begin')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
