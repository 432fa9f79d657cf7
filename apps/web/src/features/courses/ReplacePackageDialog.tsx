import type { PackageFinding } from '@learnt/contract/courses'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import type { ImportedPackage } from './package-report.ts'

interface ReplacePackageDialogProps {
  courseId: string
  activityId: string
  imported: ImportedPackage
  onReplace: () => void
  onKeep: () => void
}

/**
 * Asks before the author replaces a package that people have begun: what the new one lacks, and how many people that
 * affects. It replaces the package at once when there is nothing to compare. The author can always go on, even when
 * comparing failed.
 */
export function ReplacePackageDialog({ courseId, activityId, imported, onReplace, onKeep }: ReplacePackageDialogProps) {
  const { t, i18n } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const comparison = useQuery({
    ...queryOf(api.courses.comparePackage, {
      params: { courseId },
      query: { activityId, packageId: imported.id },
    }),
    staleTime: 0,
    gcTime: 0,
  })
  const { data } = comparison
  const isPlain = data !== undefined && (data.before === null || data.isSame)
  useEffect(() => {
    if (isPlain) onReplace()
  }, [isPlain, onReplace])
  if (isPlain) return null
  const breaking = data?.findings.filter((one) => one.breaks) ?? []
  const others = data?.findings.filter((one) => !one.breaks) ?? []
  const formatted = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  return (
    <Dialog open onClose={onKeep} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('replace.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {comparison.error ? (
          <Alert severity="warning">
            {t('replace.notCompared')} {problemText(problems, comparison.error)}
          </Alert>
        ) : !data ? (
          <LinesSkeleton lines={4} />
        ) : (
          <>
            <Typography variant="body2">{t('replace.people', formatted(data.people))}</Typography>
            {breaking.length > 0 ? (
              <Alert severity="warning">
                <Typography variant="subtitle2">{t('replace.breaks')}</Typography>
                <Findings findings={breaking} />
              </Alert>
            ) : (
              <Alert severity="success">{t('replace.nothingBreaks')}</Alert>
            )}
            {others.length > 0 && (
              <Box component="section">
                <Typography variant="subtitle2" component="h3">
                  {t('replace.others')}
                </Typography>
                <Findings findings={others} />
              </Box>
            )}
            <Typography variant="body2" color="textSecondary">
              {t('replace.later')}
            </Typography>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onKeep}>
          {t('replace.keep')}
        </Button>
        <Button variant="contained" onClick={onReplace} disabled={comparison.isPending}>
          {t('package.replace')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Findings({ findings }: { findings: readonly PackageFinding[] }) {
  const { t, i18n } = useTranslation('courses')
  return (
    <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.25 }}>
      {findings.map((finding) => {
        const { code, part, name, from, to, here, begun } = finding
        const people = [
          here > 0 ? t('replace.here', { formatted: formatNumber(here, i18n.language) }) : '',
          part !== '' && begun > here ? t('replace.begun', { formatted: formatNumber(begun, i18n.language) }) : '',
        ]
        const sentence = t(`replace.finding.${code}`, {
          part: part || t('replace.whole'),
          name,
          from: from || '–',
          to: to || '–',
        })
        return (
          <Typography component="li" variant="body2" key={JSON.stringify(finding)} sx={{ overflowWrap: 'anywhere' }}>
            {[sentence, ...people].filter(Boolean).join(' ')}
          </Typography>
        )
      })}
    </Box>
  )
}
