import type { OwnPathwayStep } from '@learnt/contract/pathways'
import BackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { showToast } from '../../ui/toasts.ts'
import { ExtendDialog } from '../extensions/ExtendDialog.tsx'
import { ExtensionNote } from '../extensions/ExtensionNote.tsx'
import { PathwayFacts } from './PathwayFacts.tsx'
import { PathwayRoute } from './PathwayRoute.tsx'
import { Prerequisites } from './Prerequisites.tsx'
import { WaiveDialog } from './WaiveDialog.tsx'

/** The pathway of one person, with the steps that a manager or an administrator may waive for them. */
export function PersonPathway({
  pathwayId,
  userId,
  name,
  back,
  canAttach = false,
  onBack,
}: {
  pathwayId: string
  userId: string
  /** Null: not known yet. */
  name: string | null
  /** Where the way back leads. */
  back: string
  /** Files can be added as evidence: it stands in an editor. */
  canAttach?: boolean
  onBack: () => void
}) {
  const { t } = useTranslation(['pathwayEditor', 'pathways', 'extensions'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [extending, setExtending] = useState(false)
  const [waiving, setWaiving] = useState<OwnPathwayStep | null>(null)
  const params = { documentId: pathwayId, userId }
  const asked = queryOf(api.pathways.person, { params })
  const pathway = useQuery(asked)
  useLive('reports')
  const unwaive = useSend(api.pathways.unwaive, {
    outdates: ['permissions', 'reports'],
    onSuccess: (changed, { params: { stepId } }) => {
      client.setQueryData(asked.queryKey, changed)
      const step = changed.sections.flatMap(({ steps }) => steps).find((one) => one.id === stepId)
      showToast({ variant: 'success', text: t('people.unwaived', { title: step?.title ?? '' }) })
    },
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const takeBack = async (step: OwnPathwayStep) => {
    const yes = await confirm({
      title: t('people.unwaiveTitle', { title: step.title }),
      text: t('people.unwaiveText', { name: name ?? '' }),
      confirmLabel: t('people.unwaive'),
      danger: true,
    })
    if (yes) unwaive.mutate({ params: { ...params, stepId: step.id } })
  }
  const actionsOf = (step: OwnPathwayStep) =>
    step.waiver ? (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        {step.waiver.evidence && (
          <AppLink href={step.waiver.evidence.url} target="_blank">
            {t('people.evidenceNamed', { name: step.waiver.evidence.name })}
          </AppLink>
        )}
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          aria-label={t('people.unwaiveNamed', { title: step.title })}
          onClick={() => void takeBack(step)}
        >
          {t('people.unwaive')}
        </Button>
      </Box>
    ) : step.state === 'done' ? null : (
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        aria-label={t('people.waiveNamed', { title: step.title })}
        onClick={() => setWaiving(step)}
      >
        {t('people.waive')}
      </Button>
    )
  return (
    <Box component="section" aria-labelledby="person-pathway">
      <Button
        size="small"
        color="inherit"
        startIcon={
          <BackIcon sx={({ direction }: Theme) => ({ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' })} />
        }
        onClick={onBack}
        sx={{ mb: 1 }}
      >
        {back}
      </Button>
      {pathway.error && !pathway.data ? (
        <ErrorState error={pathway.error} onRetry={() => void pathway.refetch()} />
      ) : !pathway.data || name === null ? (
        <LinesSkeleton lines={8} />
      ) : (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <Typography variant="h2" id="person-pathway">
              {t('people.of', { name })}
            </Typography>
            <StateChip kind="progress" state={pathway.data.state} />
            {pathway.data.dueAt && !pathway.data.completedAt && (
              <Button size="small" variant="outlined" onClick={() => setExtending(true)}>
                {t('extensions:extend')}
              </Button>
            )}
          </Box>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            <PathwayFacts pathway={pathway.data} />
          </Typography>
          <Box sx={{ my: 2, maxWidth: 480 }}>
            <ProgressBar value={pathway.data.progress} label={pathway.data.title} />
          </Box>
          <ExtensionNote extension={pathway.data.extension} />
          <Prerequisites pathway={pathway.data} hasLinks={false} />
          <PathwayRoute pathway={pathway.data} actionsOf={actionsOf} />
        </>
      )}
      {extending && pathway.data && (
        <ExtendDialog
          assignmentIds={[pathway.data.assignmentId]}
          name={name ?? ''}
          onClose={() => setExtending(false)}
        />
      )}
      {waiving && (
        <WaiveDialog
          step={waiving}
          name={name ?? ''}
          params={{ ...params, stepId: waiving.id }}
          canAttach={canAttach}
          onWaived={(changed) => {
            client.setQueryData(asked.queryKey, changed)
            showToast({ variant: 'success', text: t('people.waived', { title: waiving.title, name: name ?? '' }) })
            setWaiving(null)
          }}
          onClose={() => setWaiving(null)}
        />
      )}
    </Box>
  )
}
