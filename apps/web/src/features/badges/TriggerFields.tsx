import { badgeLimits } from '@learnt/contract/badge-design'
import { badgeSubjects } from '@learnt/contract/badges'
import { type DocumentType, documentKinds, documentTypes } from '@learnt/contract/document-kinds'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { formatNumber } from '../../ui/times.ts'
import { WholeNumberField } from '../../ui/WholeNumberField.tsx'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { canPass, type RuleDraft, ruleRanges, type Subject, triggerKinds, type WrongField } from './rule-draft.ts'

/** What has to happen: something finished, so many within a time, weeks on end, points, or a certificate from elsewhere. */
export function TriggerFields({
  draft,
  onChange,
  wrong,
  complaint,
}: {
  draft: RuleDraft
  onChange: (next: Partial<RuleDraft>) => void
  wrong: readonly WrongField[]
  complaint: (field: string) => string | undefined
}) {
  const { t, i18n } = useTranslation(['badgeRules', 'documentKinds'])
  const { features, rewards } = useSession().settings
  const { kind, subject } = draft
  const isOpen = (one: Subject) => {
    if (one === 'any' || one === 'course' || one === 'bundle' || one === subject) return true
    const { feature } = documentKinds[one]
    return feature === null || features[feature] !== false
  }
  const number = (field: keyof typeof ruleRanges, isOptional = false) => {
    const [from, to] = ruleRanges[field]
    const range = { from: formatNumber(from, i18n.language), to: formatNumber(to, i18n.language) }
    return (
      <WholeNumberField
        required={!isOptional}
        label={t(`trigger.${field}`)}
        help={t(`trigger.${field}Help`)}
        value={draft[field]}
        onChange={(value) => onChange({ [field]: value })}
        wrong={
          wrong.includes(field)
            ? t(isOptional ? 'trigger.numberOrNothing' : 'trigger.number', range)
            : (complaint(`trigger.${field}`) ?? null)
        }
      />
    )
  }
  const words = (of: 'title' | 'issuer') => {
    const field = of === 'title' ? 'outsideTitle' : 'outsideIssuer'
    return (
      <TextField
        label={t(`trigger.${field}`)}
        value={draft[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
        error={Boolean(complaint(`trigger.${of}`))}
        helperText={complaint(`trigger.${of}`) ?? t(`trigger.${field}Help`)}
        slotProps={{ htmlInput: { maxLength: badgeLimits.title, dir: 'auto' } }}
      />
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
      <TextField
        select
        label={t('trigger.kind')}
        value={kind}
        onChange={(event) => onChange({ kind: event.target.value as RuleDraft['kind'] })}
      >
        {triggerKinds
          .filter((one) => one !== 'points' || rewards || kind === 'points')
          .map((one) => (
            <MenuItem key={one} value={one}>
              {t(`trigger.kinds.${one}`)}
            </MenuItem>
          ))}
      </TextField>
      {kind !== 'points' && kind !== 'outside' && (
        <TextField
          select
          label={t('trigger.subject')}
          value={subject}
          onChange={(event) => onChange({ subject: event.target.value as Subject, documents: [] })}
          error={Boolean(complaint('trigger.subject'))}
          helperText={complaint('trigger.subject')}
        >
          {badgeSubjects.filter(isOpen).map((one) => (
            <MenuItem key={one} value={one}>
              {one === 'any' ? t('anything') : t(`documentKinds:${one}.one`)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {kind === 'count' && number('count')}
      {kind === 'count' && number('days', true)}
      {kind === 'streak' && number('weeks')}
      {kind === 'points' && number('points')}
      {kind === 'outside' && (
        <>
          <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
          {words('title')}
          {words('issuer')}
          <Typography variant="body2" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
            {t('trigger.outsideHelp')}
          </Typography>
        </>
      )}
      {kind === 'finished' && (
        <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 2 }}>
          <NamedList draft={draft} onChange={onChange} error={complaint('trigger.documentIds')} />
          {canPass(subject) && (
            <FormControlLabel
              label={t('trigger.passed')}
              control={<Switch checked={draft.passed} onChange={(_, passed) => onChange({ passed })} />}
            />
          )}
        </Box>
      )}
    </Box>
  )
}

function typesOf(subject: Subject): readonly DocumentType[] {
  if (subject === 'any') return documentTypes
  return [subject === 'bundle' ? 'course' : subject]
}

/** Documents any of which is enough; without one it is any of that kind. */
function NamedList({
  draft,
  onChange,
  error,
}: {
  draft: RuleDraft
  onChange: (next: Partial<RuleDraft>) => void
  error: string | undefined
}) {
  const { t } = useTranslation('badgeRules')
  const id = useId()
  const { subject, documents } = draft
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" id={id}>
        {t('trigger.documents')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {t(documents.length === 0 ? 'trigger.noDocuments' : 'trigger.anyDocument')}
      </Typography>
      {documents.length > 0 && (
        <Box component="ul" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, mb: 1, p: 0 }}>
          {documents.map((one) => (
            <Box component="li" key={one.id} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <Typography dir="auto" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontWeight: 600 }}>
                {one.title}
              </Typography>
              <IconButton
                size="small"
                aria-label={t('trigger.removeDocument', { title: one.title })}
                onClick={() => onChange({ documents: documents.filter(({ id: other }) => other !== one.id) })}
              >
                <DeleteIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      {documents.length < badgeLimits.documents && (
        <DocumentPicker
          key={subject}
          size="small"
          label={t('trigger.addDocument')}
          kinds={typesOf(subject)}
          bundles={subject === 'any' ? true : subject === 'bundle' ? 'only' : false}
          without={documents.map((one) => one.id)}
          error={error}
          onPick={({ id: picked, title }) => onChange({ documents: [...documents, { id: picked, title }] })}
        />
      )}
    </Box>
  )
}
