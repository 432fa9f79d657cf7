import type { Facilitator, Room } from '@learnt/contract/events/operations'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { showToast } from '../../ui/toasts.ts'
import { askPeopleWhoLead, askPlaces } from './asks.ts'
import { FacilitatorDialog } from './FacilitatorDialog.tsx'
import { RoomDialog } from './RoomDialog.tsx'

/** Rooms or facilitators, to be changed, put away and brought back. Mount it to open it. */
export function PlacesDialog({ what, onClose }: { what: 'room' | 'facilitator'; onClose: () => void }) {
  const { t } = useTranslation(['eventEditor', 'common'])
  const id = useId()
  const [typed, setTyped] = useState('')
  const [archived, setArchived] = useState(false)
  const search = useDeferredValue(typed.trim())
  const List = what === 'room' ? Rooms : Facilitators
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t(what === 'room' ? 'rooms' : 'facilitators')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minHeight: 320 }}>
        <TextField
          sx={{ mt: 1 }}
          type="search"
          label={t('places.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <FormControlLabel
          label={t('places.archived')}
          control={<Switch checked={archived} onChange={({ target }) => setArchived(target.checked)} />}
        />
        <List search={search} archived={archived} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface Asked {
  search: string
  archived: boolean
}

function Rooms(asked: Asked) {
  const [editing, setEditing] = useState<Room | null>(null)
  const found = useQuery({ ...askPlaces(asked), placeholderData: keepPreviousData })
  const change = useSend(api.events.changeRoom, useDone())
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LinesSkeleton lines={4} />
  return (
    <>
      <Lines isEmpty={found.data.items.length === 0}>
        {found.data.items.map((room) => (
          <Line
            key={room.id}
            name={room.name}
            text={room.address}
            isArchived={room.isArchived}
            coming={room.coming}
            isPending={change.isPending}
            onEdit={() => setEditing(room)}
            onArchive={() => {
              const { name, address, capacity, about, isArchived } = room
              change.mutate({
                params: { roomId: room.id },
                body: { name, address, capacity, about, isArchived: !isArchived },
              })
            }}
          />
        ))}
      </Lines>
      {editing && <RoomDialog room={editing} onSaved={() => {}} onClose={() => setEditing(null)} />}
    </>
  )
}

function Facilitators(asked: Asked) {
  const [editing, setEditing] = useState<Facilitator | null>(null)
  const found = useQuery({ ...askPeopleWhoLead(asked), placeholderData: keepPreviousData })
  const change = useSend(api.events.putFacilitator, useDone())
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LinesSkeleton lines={4} />
  return (
    <>
      <Lines isEmpty={found.data.items.length === 0}>
        {found.data.items.map((one) => (
          <Line
            key={one.userId}
            name={one.name}
            text={one.email}
            isArchived={one.isArchived}
            coming={one.coming}
            isPending={change.isPending}
            onEdit={() => setEditing(one)}
            onArchive={() =>
              change.mutate({
                params: { userId: one.userId },
                body: { about: one.about, isArchived: !one.isArchived },
              })
            }
          />
        ))}
      </Lines>
      {editing && <FacilitatorDialog facilitator={editing} onSaved={() => {}} onClose={() => setEditing(null)} />}
    </>
  )
}

function useDone() {
  const { t } = useTranslation('eventEditor')
  const { t: problems } = useTranslation('problems')
  return {
    outdates: ['events'],
    onSuccess: ({ isArchived }: { isArchived: boolean }) =>
      showToast({ variant: 'success', text: t(isArchived ? 'places.putAway' : 'places.broughtBack') }),
    onError: (error: Error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  }
}

function Lines({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const { t } = useTranslation('eventEditor')
  if (isEmpty) return <Typography color="textSecondary">{t('places.none')}</Typography>
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  )
}

function Line(of: {
  name: string
  text: string
  isArchived: boolean
  coming: number
  isPending: boolean
  onEdit: () => void
  onArchive: () => void
}) {
  const { t } = useTranslation('eventEditor')
  const archive = t(of.isArchived ? 'places.restore' : 'places.archive')
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        py: 1,
        alignItems: 'center',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 700 }}>{of.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {[of.text, of.coming > 0 ? t('places.coming', { count: of.coming }) : ''].filter(Boolean).join(' · ')}
        </Typography>
        {of.isArchived && <Tag>{t('places.isArchived')}</Tag>}
      </Box>
      <Button size="small" aria-label={`${t('places.edit')}: ${of.name}`} onClick={of.onEdit}>
        {t('places.edit')}
      </Button>
      <Button
        size="small"
        color="inherit"
        disabled={of.isPending}
        aria-label={`${archive}: ${of.name}`}
        onClick={of.onArchive}
      >
        {archive}
      </Button>
    </Box>
  )
}
