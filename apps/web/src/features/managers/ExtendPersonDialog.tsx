import type { MyPerson } from '@learnt/contract/my-people'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { DueText } from '../../lists/DueText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { ExtendDialog } from '../extensions/ExtendDialog.tsx'

/** Chooses which dates of a person to extend, then asks for the day and the reason. Mount it to open it. */
export function ExtendPersonDialog({ person, onClose }: { person: MyPerson; onClose: () => void }) {
  const { t } = useTranslation(['managers', 'common'])
  const client = useQueryClient()
  const id = useId()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  const dates = useQuery(
    queryOf(api.reports.manager.assignments, {
      query: {
        userId: person.userId,
        anyType: 'true',
        sort: 'dueAt',
        state: ['notstarted', 'inprogress', 'failed'],
        limit: 100,
      },
    }),
  )
  const open = (dates.data?.items ?? []).filter((one) => one.dueAt !== null && !one.isOptional)
  if (isAsking)
    return (
      <ExtendDialog
        assignmentIds={chosen}
        name={person.name}
        onClose={onClose}
        onExtended={() => void client.invalidateQueries({ queryKey: ['myPeople'] })}
      />
    )
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('extend.title', { name: person.name })}</DialogTitle>
      <DialogContent>
        {dates.error ? (
          <ErrorState error={dates.error} onRetry={() => void dates.refetch()} />
        ) : !dates.data ? (
          <LinesSkeleton lines={4} />
        ) : open.length === 0 ? (
          <Typography color="textSecondary">{t('extend.nothing')}</Typography>
        ) : (
          <Box sx={{ display: 'grid', gap: 0.5 }}>
            {open.map((one) => (
              <FormControlLabel
                key={one.userCourseId}
                control={
                  <Checkbox
                    checked={chosen.includes(one.userCourseId)}
                    onChange={(event) =>
                      setChosen(
                        event.target.checked
                          ? [...chosen, one.userCourseId]
                          : chosen.filter((each) => each !== one.userCourseId),
                      )
                    }
                  />
                }
                label={
                  <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
                    {one.courseTitle} · {t('extend.due')} <DueText value={one.dueAt} />
                  </Box>
                }
              />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
          {t('extend.next')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
