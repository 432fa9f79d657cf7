import type { Activity, Course } from '@learnt/contract/courses'
import type { FoundDocument } from '@learnt/contract/find-documents'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { KindIcon } from './KindIcon.tsx'

/** Chooses steps of another course of the tenant, or of this one. Mount it to open it. */
export function CopyStepsDialog({
  onCopy,
  onClose,
}: {
  onCopy: (steps: Activity[], from: Course) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['courses', 'common'])
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const [from, setFrom] = useState<FoundDocument | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const course = useQuery({
    ...queryOf(api.courses.get, { params: { courseId: from?.id ?? '' } }),
    enabled: from !== null,
  })
  const sections = from ? (course.data?.content.sections ?? []) : []
  const steps = sections.flatMap((section) => section.activities).filter((step) => chosen.has(step.id))
  const toggle = (step: Activity) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(step.id)) after.add(step.id)
      return after
    })
  return (
    <Dialog open fullWidth maxWidth="sm" fullScreen={phone} onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('copySteps.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', '&&': { pt: 1 } }}>
        <Typography variant="body2" color="textSecondary">
          {t('copySteps.text')}
        </Typography>
        <DocumentPicker
          label={t('copySteps.course')}
          kinds={['course']}
          bundles={false}
          value={from}
          onPick={(document) => {
            setFrom(document)
            setChosen(new Set())
          }}
          onClear={() => setFrom(null)}
        />
        {from &&
          (course.error ? (
            <ErrorState error={course.error} onRetry={() => void course.refetch()} />
          ) : !course.data ? (
            <LinesSkeleton lines={4} />
          ) : sections.every((section) => section.activities.length === 0) ? (
            <Typography variant="body2">{t('copySteps.empty')}</Typography>
          ) : (
            sections.map((section, at) => (
              <Box key={section.id} role="group" aria-labelledby={`${id}-${section.id}`}>
                <Typography id={`${id}-${section.id}`} variant="subtitle2">
                  {section.title || t('outline.sectionNumber', { number: at + 1 })}
                </Typography>
                {section.activities.map((step) => (
                  <FormControlLabel
                    key={step.id}
                    sx={{ display: 'flex', py: 0.25 }}
                    control={<Checkbox checked={chosen.has(step.id)} onChange={() => toggle(step)} />}
                    label={
                      <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'center', overflowWrap: 'anywhere' }}>
                        <KindIcon kind={step.kind} size={28} />
                        {step.title || t('outline.untitled')}
                      </Box>
                    }
                  />
                ))}
              </Box>
            ))
          ))}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={steps.length === 0 || !course.data}
          onClick={() => course.data && onCopy(steps, course.data)}
        >
          {t('copySteps.copy', { count: steps.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
