import type { OwnForm } from '@learnt/contract/forms/operations'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { DateText } from '../../ui/DateText.tsx'

/** What there is to know of a form before it is filled in. */
export function FormFacts({ form }: { form: OwnForm }) {
  const { t } = useTranslation('myForms')
  const dueDay = useDueDay()
  const attempts =
    form.attempts === null ? t('attemptsFree', { count: form.attemptsMade }) : `${form.attemptsMade} / ${form.attempts}`
  const facts: [name: string, value: ReactNode][] = [
    [t('facts.questions'), String(form.questions)],
    ...(form.pages > 1 ? ([[t('facts.pages'), String(form.pages)]] as [string, ReactNode][]) : []),
    ...(form.minutes > 0
      ? ([[t('facts.minutes'), t('minutes', { count: form.minutes })]] as [string, ReactNode][])
      : []),
    ...(form.ownTimeLimitMinutes === null
      ? []
      : ([[t('facts.timeLimit'), t('minutes', { count: form.ownTimeLimitMinutes })]] as [string, ReactNode][])),
    ...(form.anonymous ? [] : ([[t('facts.attempts'), attempts]] as [string, ReactNode][])),
    ...(form.waitMinutes > 0
      ? ([[t('facts.wait'), t('minutes', { count: form.waitMinutes })]] as [string, ReactNode][])
      : []),
    ...(form.passPercent === null ? [] : ([[t('facts.pass'), `${form.passPercent} %`]] as [string, ReactNode][])),
    ...(form.dueAt && !form.completedAt ? ([[t('facts.due'), dueDay(form.dueAt)]] as [string, ReactNode][]) : []),
    ...(form.opensAt
      ? ([[t('facts.opens'), <DateText key="opens" value={form.opensAt} format="minute" />]] as [string, ReactNode][])
      : []),
    ...(form.closesAt
      ? ([[t('facts.closes'), <DateText key="closes" value={form.closesAt} format="minute" />]] as [
          string,
          ReactNode,
        ][])
      : []),
  ]
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}
    >
      {facts.map(([name, value]) => (
        <div key={name}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 600 }}>
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  )
}
