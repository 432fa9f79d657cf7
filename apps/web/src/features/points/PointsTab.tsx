import type { DocumentType } from '@learnt/contract/document-kinds'
import { type PointRule, pointLimits, type RuledStep } from '@learnt/contract/points'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { readWhole, WholeNumberField } from '../../ui/WholeNumberField.tsx'
import { StepPointsFields, type TypedStep } from './StepPointsFields.tsx'

/** What finishing a document earns, on the page of the document. */
export function PointsTab({ type, document }: { type: DocumentType; document: { id: string } }) {
  const params = { documentType: type, documentId: document.id }
  const rule = useQuery(queryOf(api.points.rule, { params }))
  if (rule.isPending) return <LinesSkeleton />
  if (rule.isError) return <ErrorState error={rule.error} onRetry={() => void rule.refetch()} />
  const { amount, repeats, monthlyBudget, steps } = rule.data
  return <RuleForm key={JSON.stringify([amount, repeats, monthlyBudget, steps])} params={params} rule={rule.data} />
}

function RuleForm({
  params,
  rule,
}: {
  params: { documentType: DocumentType; documentId: string }
  rule: Omit<PointRule, 'steps'> & { given: number; givenThisMonth: number; steps: RuledStep[] }
}) {
  const { t, i18n } = useTranslation('points')
  const { t: problems } = useTranslation('problems')
  const { settings } = useSession()
  const id = useId()
  const [typed, setTyped] = useState(String(rule.amount))
  const [repeats, setRepeats] = useState(rule.repeats)
  const [budget, setBudget] = useState(String(rule.monthlyBudget ?? ''))
  const [steps, setSteps] = useState<TypedStep[]>(() =>
    rule.steps.map((step) => ({ ...step, typed: String(step.amount) })),
  )
  const save = useSend(api.points.changeRule, {
    onSuccess: () => showToast({ variant: 'success', text: t('tab.saved') }),
  })
  const number = (value: number) => formatNumber(value, i18n.language)
  const amount = readWhole(typed, 0, pointLimits.amount) ?? undefined
  const monthlyBudget = readWhole(budget, 1, pointLimits.amount)
  const changedSteps = steps.filter((step, place) => {
    const before = rule.steps[place]
    return step.typed !== String(before?.amount) || step.repeats !== before?.repeats
  })
  const areStepsRight = steps.every((step) => readWhole(step.typed, 0, pointLimits.amount) != null)
  const isChanged =
    changedSteps.length > 0 ||
    typed !== String(rule.amount) ||
    repeats !== rule.repeats ||
    budget !== String(rule.monthlyBudget ?? '')
  const range = (from: number) => ({ from: number(from), to: number(pointLimits.amount) })
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, maxWidth: 640 }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (amount === undefined || monthlyBudget === undefined || !areStepsRight) return
          const changed = changedSteps.map(({ activityId, typed: points, repeats: often }) => ({
            activityId,
            amount: Number(points),
            repeats: often,
          }))
          save.mutate({
            params,
            body: { amount, repeats, monthlyBudget, ...(changed.length > 0 && { steps: changed }) },
          })
        }}
        style={{ display: 'grid', gap: 20 }}
      >
        <Typography id={id} variant="h3" component="h2">
          {t('tab.title')}
        </Typography>
        {!settings.rewards && <Alert severity="info">{t('tab.off')}</Alert>}
        <WholeNumberField
          required
          label={t('tab.amount')}
          help={t('tab.amountHelp')}
          value={typed}
          onChange={setTyped}
          wrong={amount === undefined ? t('tab.number', range(0)) : null}
        />
        <TextField
          select
          label={t('tab.repeats')}
          value={repeats}
          onChange={(event) => setRepeats(event.target.value as PointRule['repeats'])}
        >
          {(['once', 'cycle'] as const).map((value) => (
            <MenuItem key={value} value={value}>
              {t(`tab.${value}`)}
            </MenuItem>
          ))}
        </TextField>
        <WholeNumberField
          label={t('tab.budget')}
          help={t('tab.budgetHelp')}
          value={budget}
          onChange={setBudget}
          wrong={monthlyBudget === undefined ? t('tab.number', range(1)) : null}
        />
        {steps.length > 0 && <StepPointsFields steps={steps} onChange={setSteps} />}
        <Typography variant="body2" color="textSecondary">
          {t('tab.given', { points: number(rule.given), month: number(rule.givenThisMonth) })}
        </Typography>
        {save.error && <Alert severity="error">{problemText(problems, save.error)}</Alert>}
        <Button
          type="submit"
          variant="contained"
          loading={save.isPending}
          disabled={!isChanged}
          sx={{ justifySelf: 'start' }}
        >
          {t('tab.save')}
        </Button>
      </form>
    </Card>
  )
}
