import { events, type Room } from '@learnt/contract/events/operations'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

/** Stores a room, or changes one that is stored. Mount it to open it. */
export function RoomDialog({
  room: stored,
  onSaved,
  onClose,
}: {
  room?: Room
  onSaved: (room: Room) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['eventEditor', 'common'])
  const id = useId()
  const form = useAppForm(events.createRoom.body, {
    defaultValues: stored
      ? { name: stored.name, address: stored.address, capacity: stored.capacity, about: stored.about }
      : { name: '', address: '', capacity: null, about: '' },
  })
  const complain = useServerErrors(form)
  const options = {
    outdates: ['events'],
    onSuccess: (room: Room) => {
      showToast({ variant: 'success', text: t('roomSaved', { name: room.name }) })
      onSaved(room)
      onClose()
    },
    onError: complain,
  }
  const create = useSend(api.events.createRoom, options)
  const edit = useSend(api.events.changeRoom, options)
  const close = useCloseGuard(form.formState.isDirty, onClose)
  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t(stored ? 'editRoom' : 'newRoom')}</DialogTitle>
      <DialogContent>
        <AppForm
          form={form}
          id={`${id}-form`}
          sx={{ display: 'grid', gap: 2.5, pt: 1 }}
          onSubmit={(body) =>
            stored
              ? edit.mutate({ params: { roomId: stored.id }, body: { ...body, isArchived: stored.isArchived } })
              : create.mutate({ body })
          }
        >
          <FormText name="name" label={t('roomName')} required autoFocus />
          <FormText name="address" label={t('roomAddress')} />
          <FormText name="capacity" kind="number" label={t('roomSeats')} />
          <FormText name="about" label={t('roomAbout')} multiline minRows={2} />
        </AppForm>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" form={`${id}-form`} variant="contained" loading={create.isPending || edit.isPending}>
          {t('common:actions.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
