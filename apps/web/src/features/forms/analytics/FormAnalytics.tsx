import type { ReplyOf } from '@learnt/contract/endpoint'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../../api/call.ts'
import { api } from '../../../api/operations.ts'
import { queryOf } from '../../../api/queries.ts'
import { CsvButton } from '../../../ui/CsvButton.tsx'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { DateText } from '../../../ui/DateText.tsx'
import { DurationText } from '../../../ui/DurationText.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { formatDay, formatNumber, formatPercent } from '../../../ui/times.ts'
import { CorrectFormKey } from '../bank/CorrectFormKey.tsx'
import { SelectField } from '../editor/SelectField.tsx'

type Analytics = ReplyOf<typeof api.forms.analytics>
type Question = Analytics['questions'][number]

export const askAnalytics = (documentId: string, version: number | null = null) =>
  queryOf(api.forms.analytics, { params: { documentId }, query: version === null ? {} : { version } } as never)

/** The figures of one form: over time, by page, by question. `back`: the list that leads here. */
export function FormAnalytics({
  formId,
  back,
  as = 'admin',
}: {
  formId: string
  back: string
  as?: 'admin' | 'manager'
}) {
  const { t } = useTranslation('formAnalytics')
  const [version, setVersion] = useState<number | null>(null)
  const [corrected, setCorrected] = useState<Question | null>(null)
  const found = useQuery({ ...askAnalytics(formId, version), placeholderData: keepPreviousData })
  const header = (
    <PageHeader
      title={t('title')}
      text={t('text')}
      back={{ href: back, label: t('back') }}
      actions={
        found.data && !found.data.tooFew
          ? (['submissionsCsv', 'submissionsXlsx'] as const).map((name) => (
              <CsvButton
                key={name}
                href={addressOf(api.forms[name], { params: { documentId: formId } })}
                fileName={name === 'submissionsCsv' ? 'submissions.csv' : 'submissions.xlsx'}
                label={t(name)}
              />
            ))
          : undefined
      }
    />
  )
  if (!found.data) {
    return found.error ? (
      <>
        {header}
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </>
    ) : (
      <PageSkeleton />
    )
  }
  return (
    <>
      {header}
      {found.data.versions.length > 1 && (
        <Box sx={{ mb: 2 }}>
          <SelectField
            label={t('version')}
            value={version === null ? '' : String(version)}
            options={[
              { value: '', label: t('allVersions') },
              ...found.data.versions.map((number) => ({
                value: String(number),
                label: t('versionNumber', { number }),
              })),
            ]}
            onChange={(next) => setVersion(next === '' ? null : Number(next))}
          />
        </Box>
      )}
      <Figures figures={found.data} />
      {found.data.anonymous && !found.data.tooFew && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('inGroups')}
        </Alert>
      )}
      {found.data.tooFew ? (
        <Alert severity="info">{t('tooFew')}</Alert>
      ) : found.data.submitted === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} />
      ) : (
        <Charts figures={found.data} onCorrect={found.data.can.correctKey === null ? setCorrected : null} />
      )}
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 2 }}>
        {t('asOf')} <DateText value={found.data.asOf} format="ago" />
      </Typography>
      {corrected && (
        <CorrectFormKey formId={formId} fieldKey={corrected.field} as={as} onClose={() => setCorrected(null)} />
      )}
    </>
  )
}

function Figures({ figures }: { figures: Analytics }) {
  const { t, i18n } = useTranslation('formAnalytics')
  const number = (value: number) => formatNumber(value, i18n.language)
  const tiles: [string, ReactNode][] = [
    [t('started'), number(figures.started)],
    [t('submitted'), number(figures.submitted)],
    [t('decided'), number(figures.decided)],
  ]
  if (figures.averagePercent !== null)
    tiles.push([t('averagePercent'), formatPercent(figures.averagePercent, i18n.language)])
  if (figures.medianSeconds !== null)
    tiles.push([t('medianTime'), <DurationText key="time" seconds={figures.medianSeconds} />])
  for (const { value, count } of figures.outcomes)
    tiles.push([t(`outcomes.${value === 'not approved' ? 'notApproved' : value}`), number(count)])
  return (
    <Box
      component="ul"
      aria-label={t('figures')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, listStyle: 'none', p: 0, m: 0, mb: 3 }}
    >
      {tiles.map(([label, value]) => (
        <Card component="li" key={label} sx={{ minWidth: 120, flex: '1 1 120px', p: 2 }}>
          <Typography variant="h2" component="p">
            {value}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {label}
          </Typography>
        </Card>
      ))}
    </Box>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography variant="h2" sx={{ mb: 1.5, overflowWrap: 'anywhere' }} dir="auto">
        {title}
      </Typography>
      {children}
    </Card>
  )
}

function Charts({ figures, onCorrect }: { figures: Analytics; onCorrect: ((question: Question) => void) | null }) {
  const { t, i18n } = useTranslation('formAnalytics')
  const day = (text: string) => formatDay(new Date(`${text}T12:00:00Z`), i18n.language, 'UTC')
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {figures.days.length > 1 && (
        <Part title={t('overTime')}>
          <Chart
            kind="days"
            label={t('overTime')}
            categoryLabel={t('day')}
            categories={figures.days.map((one) => day(one.day))}
            series={[
              { name: t('started'), values: figures.days.map((one) => one.started) },
              { name: t('submitted'), values: figures.days.map((one) => one.submitted) },
            ]}
          />
        </Part>
      )}
      {figures.pages.length > 1 && (
        <Part title={t('pages')}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {t('pagesText')}
          </Typography>
          <Chart
            kind="bar"
            label={t('pages')}
            categoryLabel={t('page')}
            categories={figures.pages.map((one, at) => one.title || t('pageNumber', { number: at + 1 }))}
            series={[{ name: t('reached'), values: figures.pages.map((one) => one.reached) }]}
          />
        </Part>
      )}
      {figures.questions.map((question, at) => (
        <QuestionFigures
          key={question.field}
          question={question}
          number={at + 1}
          submitted={figures.submitted}
          onCorrect={question.facility === null || question.fromBank ? null : onCorrect}
        />
      ))}
    </Box>
  )
}

function QuestionFigures(props: {
  question: Question
  number: number
  submitted: number
  onCorrect: ((question: Question) => void) | null
}) {
  const { question, number, submitted, onCorrect } = props
  const { t, i18n } = useTranslation('formAnalytics')
  const percent = (share: number) => formatPercent(share * 100, i18n.language)
  const facts = [
    t('answered', { count: question.answered, formatted: formatNumber(question.answered, i18n.language) }),
    submitted > 0 ? t('ofAll', { percent: percent(question.answered / submitted) }) : '',
    question.mean === null
      ? ''
      : t('mean', { mean: formatNumber(Math.round(question.mean * 100) / 100, i18n.language) }),
    question.facility === null ? '' : t('facility', { percent: percent(question.facility) }),
    question.discrimination === null
      ? ''
      : t('discrimination', { value: formatNumber(Math.round(question.discrimination * 100) / 100, i18n.language) }),
  ]
  return (
    <Part title={`${number}. ${question.label}`}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {facts.filter(Boolean).join(' · ')}
      </Typography>
      {question.facility !== null && (question.facility < 0.2 || question.facility > 0.95) && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {t(question.facility < 0.2 ? 'hard' : 'easy')}
        </Alert>
      )}
      {question.discrimination !== null && question.discrimination < 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t('negative')}
        </Alert>
      )}
      {question.values.length > 0 ? (
        <Chart
          kind="bar"
          label={question.label}
          categoryLabel={t('answer')}
          categories={question.values.map((one) => sayValue(one, t))}
          series={[{ name: t('count'), values: question.values.map((one) => one.count) }]}
        />
      ) : (
        <Typography variant="body2">{t('noChart')}</Typography>
      )}
      {question.fromBank && (
        <Typography variant="body2" color="textSecondary">
          {t('fromBank')}
        </Typography>
      )}
      {onCorrect && (
        <Button size="small" onClick={() => onCorrect(question)}>
          {t('correctKey')}
        </Button>
      )}
    </Part>
  )
}

function sayValue(
  { value, label }: { value: string; label: string },
  t: (key: 'yes' | 'no' | 'other') => string,
): string {
  if (label) return label
  if (value === 'true') return t('yes')
  if (value === 'false') return t('no')
  return value === 'other' ? t('other') : value
}
