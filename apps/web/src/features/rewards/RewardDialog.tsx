import { pointLimits } from '@learnt/contract/points'
import { type Reward, rewardApprovals, rewardLimits } from '@learnt/contract/rewards'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { readWhole, WholeNumberField } from '../../ui/WholeNumberField.tsx'
import { RewardPicture } from './RewardPicture.tsx'

/** Adds something that points can buy, or changes it. Mount it to open it. */
export function RewardDialog({ reward, onClose }: { reward: Reward | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['rewards', 'common'])
  const { t: problems } = useTranslation('problems')
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const id = useId()
  const first = {
    title: reward?.title ?? '',
    description: reward?.description ?? '',
    imageFileId: reward?.imageFileId ?? null,
    cost: reward ? String(reward.cost) : '',
    stock: reward?.stock == null ? '' : String(reward.stock),
    approval: reward?.approval ?? 'none',
    deliveryNote: reward?.deliveryNote ?? '',
    isOffered: reward?.isOffered ?? true,
  }
  const [values, setValues] = useState(first)
  const [image, setImage] = useState(reward?.image ?? '')
  const [isTried, setTried] = useState(false)
  const set = (more: Partial<typeof values>) => setValues({ ...values, ...more })
  const isDirty = JSON.stringify(values) !== JSON.stringify(first)
  const close = useCloseGuard(isDirty, onClose)
  const options = {
    onSuccess: () => {
      showToast({ variant: 'success', text: t('rewards:saved') })
      onClose()
    },
  }
  const create = useSend(api.rewards.create, options)
  const change = useSend(api.rewards.change, options)
  const error = create.error ?? change.error
  const isBusy = create.isPending || change.isPending
  const complaint = (field: string) =>
    isProblem(error) ? error.errors.find((one) => one.path === `body.${field}`)?.message : undefined
  const cost = readWhole(values.cost, 1, pointLimits.amount)
  const stock = readWhole(values.stock, 0, pointLimits.amount)
  const range = (from: number) => ({
    from: formatNumber(from, i18n.language),
    to: formatNumber(pointLimits.amount, i18n.language),
  })
  const titleWrong = isTried && !values.title.trim() ? fieldText(problems, 'required') : complaint('title')
  const costWrong =
    cost === undefined || (isTried && cost === null) ? t('rewards:number', range(1)) : (complaint('cost') ?? null)
  const save = () => {
    setTried(true)
    if (!values.title.trim() || cost == null || stock === undefined) return
    const body = { ...values, title: values.title.trim(), cost, stock }
    if (reward) change.mutate({ params: { rewardId: reward.id }, body: { ...body, revision: reward.revision } })
    else create.mutate({ body })
  }
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <DialogTitle id={id}>{t(reward ? 'rewards:admin.change' : 'rewards:admin.create')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <TextField
            autoFocus={!reward}
            required
            label={t('rewards:fields.title')}
            value={values.title}
            onChange={(event) => set({ title: event.target.value })}
            error={Boolean(titleWrong)}
            helperText={titleWrong}
            slotProps={{ htmlInput: { maxLength: rewardLimits.title, dir: 'auto' } }}
          />
          <TextField
            multiline
            minRows={2}
            label={t('rewards:fields.description')}
            value={values.description}
            onChange={(event) => set({ description: event.target.value })}
            slotProps={{ htmlInput: { maxLength: rewardLimits.description, dir: 'auto' } }}
          />
          <RewardPicture
            image={image}
            onPicture={(file) => {
              setImage(file?.url ?? '')
              set({ imageFileId: file?.id ?? null })
            }}
          />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
            <WholeNumberField
              required
              label={t('rewards:fields.cost')}
              help={t('rewards:fields.costHelp')}
              value={values.cost}
              onChange={(typed) => set({ cost: typed })}
              wrong={costWrong}
            />
            <WholeNumberField
              label={t('rewards:fields.stock')}
              help={t('rewards:fields.stockHelp')}
              value={values.stock}
              onChange={(typed) => set({ stock: typed })}
              wrong={stock === undefined ? t('rewards:number', range(0)) : (complaint('stock') ?? null)}
            />
          </Box>
          <TextField
            select
            label={t('rewards:fields.approval')}
            value={values.approval}
            onChange={(event) => set({ approval: event.target.value as Reward['approval'] })}
          >
            {rewardApprovals.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`rewards:approvals.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            multiline
            minRows={2}
            label={t('rewards:fields.deliveryNote')}
            helperText={t('rewards:fields.deliveryNoteHelp')}
            value={values.deliveryNote}
            onChange={(event) => set({ deliveryNote: event.target.value })}
            slotProps={{ htmlInput: { maxLength: rewardLimits.note, dir: 'auto' } }}
          />
          <FormControlLabel
            label={t('rewards:fields.isOffered')}
            control={<Switch checked={values.isOffered} onChange={(_, checked) => set({ isOffered: checked })} />}
          />
          {error && !complaint('title') && !complaint('cost') && !complaint('stock') && (
            <Alert severity="error">{complaint('imageFileId') ?? problemText(problems, error)}</Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={isBusy}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy} disabled={Boolean(reward) && !isDirty}>
            {t('rewards:save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
