import type { CertificateRule, Validity } from '@learnt/contract/certificates'
import type { DocumentType } from '@learnt/contract/document-kinds'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { AffectedDialog } from './AffectedDialog.tsx'
import { certificatePaths } from './paths.ts'

/** Which certificate a document gives, how long it is valid, and when people are warned: a tab of its editor. */
export function DocumentCertificate({ type, document: { id } }: { type: DocumentType; document: { id: string } }) {
  const { t } = useTranslation('certificates')
  const params = { documentType: type, documentId: id }
  const rule = useQuery(queryOf(api.certificates.rules.get, { params }))
  const templates = useQuery(queryOf(api.certificates.templates.list, { query: { limit: 100 } }))
  const error = rule.error ?? templates.error
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([rule.refetch(), templates.refetch()])} />
  if (!rule.data || !templates.data) return <LinesSkeleton lines={6} />
  if (templates.data.items.length === 0)
    return (
      <Card sx={{ p: 3, maxWidth: 760 }}>
        <Typography>{t('rule.noTemplates')}</Typography>
        <AppLink href={certificatePaths.certificates('admin')}>{t('rule.toTemplates')}</AppLink>
      </Card>
    )
  return (
    <RuleForm
      key={JSON.stringify(rule.data.rule)}
      params={params}
      rule={rule.data.rule}
      templates={templates.data.items}
    />
  )
}

const kinds = ['none', 'months', 'fixedDay', 'cycle'] as const

function RuleForm({
  params,
  rule,
  templates,
}: {
  params: { documentType: DocumentType; documentId: string }
  rule: CertificateRule | null
  templates: readonly { id: string; title: string }[]
}) {
  const { t } = useTranslation('certificates')
  const { t: problems } = useTranslation('problems')
  const [templateId, setTemplateId] = useState(rule?.templateId ?? '')
  const [validity, setValidity] = useState<Validity>(rule?.validity ?? { kind: 'none' })
  const [warnings, setWarnings] = useState((rule?.warnings ?? [30, 7]).join(', '))
  const [alsoFinished, setAlsoFinished] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const set = useSend(api.certificates.rules.set, {
    onSuccess: () => {
      setAsking(false)
      showToast({ variant: 'success', text: t('rule.saved') })
    },
    onError: () => setAsking(false),
  })
  const remove = useSend(api.certificates.rules.remove, {
    onSuccess: () => {
      setAsking(false)
      showToast({ variant: 'success', text: t('rule.removed') })
    },
    onError: () => setAsking(false),
  })
  const days = warnings
    .split(/[\s,;،]+/)
    .filter(Boolean)
    .map(Number)
  const areDays = days.length <= 5 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 366)
  const failed = set.error ?? remove.error
  const errors = isProblem(failed) ? failed.errors : []
  const said = (path: string) => errors.find((one) => one.path.startsWith(`body.${path}`))?.message
  const confirm = () => {
    if (templateId === '') return remove.mutate({ params })
    const body = { templateId, validity, warnings: validity.kind === 'none' ? [] : days, alsoFinished }
    return set.mutate({ params, body })
  }
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 760 }}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (validity.kind === 'none' || areDays) setAsking(true)
        }}
        sx={{ display: 'grid', gap: 2.5 }}
      >
        <Typography color="textSecondary">{t('rule.text')}</Typography>
        <TextField
          select
          label={t('rule.template')}
          value={templateId}
          onChange={(event) => setTemplateId(event.target.value)}
          error={Boolean(said('templateId'))}
          helperText={said('templateId')}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('rule.none')}</MenuItem>
          {templates.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {one.title}
            </MenuItem>
          ))}
        </TextField>
        {templateId !== '' && (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <TextField
                select
                label={t('rule.validity')}
                value={validity.kind}
                onChange={(event) => setValidity(firstOf(event.target.value as Validity['kind']))}
                error={Boolean(said('validity'))}
                helperText={said('validity')}
                sx={{ flex: '1 1 240px' }}
              >
                {kinds
                  .filter((kind) => kind !== 'cycle' || params.documentType === 'course')
                  .map((kind) => (
                    <MenuItem key={kind} value={kind}>
                      {t(`rule.kinds.${kind}`)}
                    </MenuItem>
                  ))}
              </TextField>
              {validity.kind === 'months' && (
                <Whole
                  label={t('rule.months')}
                  value={validity.months}
                  max={600}
                  onChange={(months) => setValidity({ kind: 'months', months })}
                />
              )}
              {validity.kind === 'fixedDay' && (
                <>
                  <Whole
                    label={t('rule.day')}
                    value={validity.day}
                    max={31}
                    onChange={(day) => setValidity({ ...validity, day })}
                  />
                  <Whole
                    label={t('rule.month')}
                    value={validity.month}
                    max={12}
                    onChange={(month) => setValidity({ ...validity, month })}
                  />
                </>
              )}
            </Box>
            {validity.kind !== 'none' && (
              <TextField
                label={t('rule.warnings')}
                value={warnings}
                onChange={(event) => setWarnings(event.target.value)}
                error={!areDays || Boolean(said('warnings'))}
                helperText={areDays ? (said('warnings') ?? t('rule.warningsHelp')) : t('rule.warningsWrong')}
              />
            )}
            <FormControlLabel
              control={<Checkbox checked={alsoFinished} onChange={(_, isOn) => setAlsoFinished(isOn)} />}
              label={t('rule.alsoFinished')}
            />
          </>
        )}
        {failed && errors.length === 0 && <Alert severity="error">{problemText(problems, failed)}</Alert>}
        <Button
          type="submit"
          variant="contained"
          disabled={templateId === '' && rule === null}
          loading={set.isPending || remove.isPending}
          sx={{ justifySelf: 'start' }}
        >
          {t('rule.save')}
        </Button>
      </Box>
      {isAsking && (
        <AffectedDialog
          of={params}
          isBusy={set.isPending || remove.isPending}
          confirmLabel={t('rule.confirm')}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

function firstOf(kind: Validity['kind']): Validity {
  if (kind === 'months') return { kind, months: 12 }
  if (kind === 'fixedDay') return { kind, month: 12, day: 31 }
  return { kind }
}

function Whole({
  label,
  value,
  max,
  onChange,
}: {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
}) {
  return (
    <TextField
      type="number"
      label={label}
      value={value}
      onChange={(event) => {
        const typed = Number(event.target.value)
        if (event.target.value !== '' && Number.isInteger(typed)) onChange(Math.min(max, Math.max(1, typed)))
      }}
      slotProps={{ htmlInput: { min: 1, max } }}
      sx={{ width: 130 }}
    />
  )
}
