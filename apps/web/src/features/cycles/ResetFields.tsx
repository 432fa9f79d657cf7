import { dayOf, periodsFrom } from '@learnt/contract/cycle-periods'
import { noReset, Reset, timeUnits } from '@learnt/contract/cycles'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { fieldText } from '../../ui/problem-text.ts'
import { formatDay } from '../../ui/times.ts'
import { useDocumentEditing } from '../documents/editing.ts'
import { errorAt } from '../documents/field-errors.ts'
import type { BaseContent } from '../documents/kind.ts'

type RepeatedContent = BaseContent & { reset?: Reset | undefined }
type Repeated = Exclude<Reset, { kind: 'none' }>

const kinds = ['none', 'timeframe', 'fixedDate', 'month'] as const

/** The first values after the author chooses how a course repeats. The window and the warnings stay. */
function settingOf(kind: Reset['kind'], before: Reset): Reset {
  const shared =
    before.kind === 'none'
      ? { opensBefore: 30, warnings: [30, 7] }
      : { opensBefore: before.opensBefore, warnings: before.warnings }
  const closesAfter = 'closesAfter' in before ? before.closesAfter : null
  switch (kind) {
    case 'none':
      return { kind }
    case 'timeframe':
      return { kind, amount: 1, unit: 'year', closesAfter, ...shared }
    case 'fixedDate':
      return { kind, month: 1, day: 1, closesAfter, ...shared }
    case 'month':
      return { kind, month: 1, ...shared }
  }
}

/**
 * When people do a document again: how it repeats, when they can renew, when they get warnings, and what that means.
 * `hasSteps`: it is a container, and its steps repeat with it. `canRenew`: its learners have a page where they can
 * begin early. `children`: shown below.
 */
export function ResetFields({
  hasSteps = false,
  canRenew = true,
  children,
}: {
  hasSteps?: boolean
  canRenew?: boolean
  children?: ReactNode
}) {
  const { t, i18n } = useTranslation('resets')
  const { t: problems } = useTranslation('problems')
  const { content, edit, errors, locked } = useDocumentEditing<RepeatedContent>()
  const reset = content.reset ?? noReset
  const set = (next: Reset) => edit((draft) => ({ ...draft, reset: next }))
  const errorOf = (field: string) => fieldText(problems, errorAt(errors, `reset.${field}`))
  const number = (
    field: string,
    label: string,
    value: number | null,
    put: (value: number | null) => Reset,
    help?: string,
  ) => (
    <TextField
      type="number"
      label={label}
      data-field={`reset.${field}`}
      value={value ?? ''}
      disabled={locked}
      error={Boolean(errorOf(field))}
      helperText={errorOf(field) || help}
      onChange={(event) => set(put(event.target.value === '' ? null : Math.round(Number(event.target.value))))}
      slotProps={{ htmlInput: { min: 0, max: 1000, inputMode: 'numeric' } }}
    />
  )
  const months = Array.from({ length: 12 }, (_, at) =>
    new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, at, 1)),
  )
  const month = (of: Extract<Reset, { month: number }>) => (
    <TextField
      select
      label={t('month')}
      data-field="reset.month"
      value={of.month}
      disabled={locked}
      onChange={(event) => set({ ...of, month: Number(event.target.value) })}
    >
      {months.map((name, at) => (
        <MenuItem key={name} value={at + 1}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <Box component="section" aria-labelledby="reset-title" sx={{ display: 'grid', gap: 2 }}>
      <Typography id="reset-title" variant="h3">
        {t('title')}
      </Typography>
      <TextField
        select
        label={t('kind')}
        data-field="reset.kind"
        value={reset.kind}
        disabled={locked}
        error={Boolean(errorOf('kind'))}
        helperText={errorOf('kind') || t(`help.${reset.kind}`)}
        onChange={(event) => {
          const next = settingOf(event.target.value as Reset['kind'], reset)
          set(next.kind === 'none' || canRenew ? next : { ...next, opensBefore: 0 })
        }}
      >
        {kinds.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`kinds.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      {reset.kind !== 'none' && (
        <>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
            {reset.kind === 'timeframe' && (
              <>
                {number('amount', t('amount'), reset.amount, (amount) => ({
                  ...reset,
                  amount: amount ?? Number.NaN,
                }))}
                <TextField
                  select
                  label={t('unit')}
                  value={reset.unit}
                  disabled={locked}
                  onChange={(event) => set({ ...reset, unit: event.target.value as (typeof timeUnits)[number] })}
                >
                  {timeUnits.map((unit) => (
                    <MenuItem key={unit} value={unit}>
                      {t(`units.${unit}`)}
                    </MenuItem>
                  ))}
                </TextField>
              </>
            )}
            {reset.kind === 'fixedDate' && (
              <>
                {number('day', t('day'), reset.day, (day) => ({ ...reset, day: day ?? Number.NaN }))}
                {month(reset)}
              </>
            )}
            {reset.kind === 'month' && month(reset)}
            {canRenew &&
              number(
                'opensBefore',
                t('opensBefore'),
                reset.opensBefore,
                (days) => ({ ...reset, opensBefore: days ?? 0 }),
                t('opensBeforeHelp'),
              )}
            {reset.kind !== 'month' &&
              number(
                'closesAfter',
                t('closesAfter'),
                reset.closesAfter,
                (closesAfter) => ({ ...reset, closesAfter }),
                t('closesAfterHelp'),
              )}
            <Autocomplete
              multiple
              freeSolo
              disabled={locked}
              options={['60', '30', '14', '7', '1']}
              value={reset.warnings.map(String)}
              onChange={(_, values) =>
                set({ ...reset, warnings: [...new Set(values.map(Number).filter((days) => Number.isInteger(days)))] })
              }
              renderInput={(params) => (
                <TextField
                  {...params}
                  label={t('warnings')}
                  data-field="reset.warnings"
                  error={Boolean(errorOf('warnings'))}
                  helperText={errorOf('warnings') || t('warningsHelp')}
                />
              )}
            />
          </Box>
          {hasSteps && <FormHelperText sx={{ m: 0 }}>{t('stepsToo')}</FormHelperText>}
          <Preview reset={reset} />
        </>
      )}
      {children}
    </Box>
  )
}

/** Which period a completion covers, and how many people publishing would affect. */
function Preview({ reset }: { reset: Repeated }) {
  const { t, i18n } = useTranslation('resets')
  const { kind, document } = useDocumentEditing<RepeatedContent>()
  const { timeZone } = useSession().settings
  const isRight = Reset.safeParse(reset).success
  const people = useQuery({
    queryKey: ['cycles', 'preview', document.id, reset],
    queryFn: () =>
      call(api.cycles.preview, {
        params: { documentType: kind.type, documentId: document.id },
        body: { reset },
      }),
    enabled: isRight,
    placeholderData: keepPreviousData,
  })
  if (!isRight) return null
  const day = (value: string) => formatDay(new Date(value), i18n.language, 'UTC')
  const today = people.data?.today ?? dayOf(new Date(), timeZone)
  const periods = periodsFrom(reset, today, 3)
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', p: 2 }}>
      <Typography sx={{ fontWeight: 700 }}>{t('preview')}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, ps: 2.5, display: 'grid', gap: 0.5 }}>
        {periods.map((period, at) => {
          const before = periods[at - 1]
          return (
            <Typography component="li" variant="body2" key={period.from}>
              {before
                ? t(before.closes ? 'laterDue' : 'later', {
                    from: day(before.opens ?? period.from),
                    due: before.closes ? day(before.closes) : '',
                    start: day(period.from),
                    until: day(period.validUntil),
                  })
                : t('first', { from: day(period.from), until: day(period.validUntil) })}
            </Typography>
          )
        })}
      </Box>
      {people.data && people.data.people > 0 && (
        <Typography variant="body2" role="status" sx={{ mt: 1.5 }}>
          {t('people', { count: people.data.people })}{' '}
          {people.data.beginNow > 0 &&
            `${t('beginNow', { count: people.data.beginNow })} ${t('unfinished', { count: people.data.unfinished })} `}
          {people.data.next && t('next', { count: people.data.next.people, day: day(people.data.next.day) })}
        </Typography>
      )}
    </Box>
  )
}
