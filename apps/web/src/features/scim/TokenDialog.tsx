import { type ScimScope, scimScopes, scimTokenDays } from '@learnt/contract/scim'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { dialogForm } from '../../ui/form/dialog-form.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { CopyField } from './CopyField.tsx'

/** Makes a token, and shows it once. Mount it to open it. */
export function TokenDialog({
  teams,
  onClose,
}: {
  teams: readonly { id: string; name: string }[]
  onClose: () => void
}) {
  const { t } = useTranslation(['scim', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<ScimScope>('all')
  const [teamId, setTeamId] = useState(teams[0]?.id ?? '')
  const [days, setDays] = useState<(typeof scimTokenDays)[number]>(365)
  const [invites, setInvites] = useState(false)
  const [tried, setTried] = useState(false)
  const create = useSend(api.scimTokens.create, { outdates: ['scimTokens'] })
  const made = create.data
  const complaint = (field: string) =>
    isProblem(create.error) ? create.error.errors.find((one) => one.path === `body.${field}`)?.message : undefined
  const wrong = {
    name: tried && name.trim() === '' ? fieldText(problems, 'required') : fieldText(problems, complaint('name')),
    teamId: fieldText(problems, complaint('teamId')),
  }
  const close = useCloseGuard(name !== '' && !made, onClose)
  if (made)
    return (
      <Dialog open maxWidth="sm" fullWidth aria-labelledby={id}>
        <DialogTitle id={id}>{t('made.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, pt: '8px !important' }}>
          <Alert severity="warning">{t('made.once')}</Alert>
          <CopyField label={t('baseUrl')} value={made.baseUrl} />
          <CopyField label={t('made.token')} value={made.token} />
        </DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={onClose}>
            {t('made.done')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={create.isPending ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <Box
        component="form"
        noValidate
        sx={dialogForm}
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (name.trim() !== '')
            create.mutate({ body: { name: name.trim(), scope, teamId, expiresInDays: days, invites } })
        }}
      >
        <DialogTitle id={id}>{t('create')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, pt: '8px !important' }}>
          <TextField
            autoFocus
            required
            size="small"
            label={t('name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={Boolean(wrong.name)}
            helperText={wrong.name || t('nameHelp')}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
          <TextField
            select
            size="small"
            label={t('scope')}
            value={scope}
            onChange={(event) => setScope(event.target.value as ScimScope)}
            helperText={t(`scopeHelp.${scope}`)}
          >
            {scimScopes.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`scopes.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            size="small"
            label={t('team')}
            value={teamId}
            onChange={(event) => setTeamId(event.target.value)}
            error={Boolean(wrong.teamId)}
            helperText={wrong.teamId || t('teamHelp')}
          >
            {teams.map((team) => (
              <MenuItem key={team.id} value={team.id}>
                {team.name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            size="small"
            label={t('expires')}
            value={days}
            onChange={(event) => setDays(Number(event.target.value) as typeof days)}
            helperText={t('expiresHelp')}
          >
            {scimTokenDays.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`days.d${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <div>
            <FormControlLabel
              control={<Switch checked={invites} onChange={(event) => setInvites(event.target.checked)} />}
              label={t('invites')}
            />
            <FormHelperText sx={{ mt: 0 }}>{t('invitesHelp')}</FormHelperText>
          </div>
          {create.error && !wrong.name && !wrong.teamId && (
            <Alert severity="error" role="alert">
              {problemText(problems, create.error)}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={create.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('create')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
