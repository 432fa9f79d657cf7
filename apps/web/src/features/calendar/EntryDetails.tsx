import type { CalendarEntry } from '@learnt/contract/calendar'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../../ui/AppLink.tsx'
import { ownZone, whenOf } from './entry-times.ts'

/** What the calendar knows of an entry that is changed elsewhere, and the way there. */
export function EntryDetails({ entry, onClose }: { entry: CalendarEntry; onClose: () => void }) {
  const { t, i18n } = useTranslation(['calendar', 'common'])
  const id = useId()
  const Anchor = useAnchor()
  const zone = ownZone()
  const facts: [string, string][] = [[t('details.when'), whenOf(entry, i18n.language)]]
  if (!entry.days && entry.timeZone !== zone)
    facts.push([
      t('details.there'),
      t('details.zone', { when: whenOf(entry, i18n.language, entry.timeZone), zone: entry.timeZone }),
    ])
  if (entry.place) facts.push([t('details.place'), entry.place])
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {t(`marks.${entry.mark}`, { title: entry.title })}
      </DialogTitle>
      <DialogContent>
        <Typography variant="overline" color="textSecondary">
          {t(`kinds.${entry.kind}`)}
        </Typography>
        {facts.map(([name, text]) => (
          <Typography key={name} sx={{ overflowWrap: 'anywhere' }}>
            <strong>{name}:</strong> {text}
          </Typography>
        ))}
        {entry.description && (
          <Typography color="textSecondary" sx={{ mt: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {entry.description}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
        {entry.joinHref && (
          <Button href={entry.joinHref} variant="outlined">
            {t('details.join')}
          </Button>
        )}
        {entry.href && (
          <Button component={Anchor} href={entry.href} variant="contained" autoFocus>
            {t('details.open')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
