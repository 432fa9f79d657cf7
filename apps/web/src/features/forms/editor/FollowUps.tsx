import { documentKinds, documentTypes } from '@learnt/contract/document-kinds'
import { type FollowUp, type FormContent, settableAttributes } from '@learnt/contract/forms/content'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import { newKey } from '@learnt/contract/forms/new-form'
import { flowOf, type Outcome, outcomes } from '@learnt/contract/forms/submission-states'
import { newText } from '@learnt/contract/forms/texts'
import { fieldsOf } from '@learnt/contract/forms/walk'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentPicker } from '../../documents/DocumentPicker.tsx'
import { useDocumentEditing } from '../../documents/editing.ts'
import { errorAt } from '../../documents/field-errors.ts'
import { useValueLabels } from '../../permissions/useValueLabels.ts'
import { useFormEditing } from './editing.ts'
import { FormTextInput } from './FormTextInput.tsx'
import { PeopleByIds } from './PeopleByIds.tsx'
import { SelectField } from './SelectField.tsx'
import { SwitchField } from './SwitchField.tsx'
import { useProblemText } from './useProblemText.ts'

type Action = FollowUp['action']
type Do = Action['do']

/** What a document action is before its document is chosen: kept beside the form, which holds only whole ones. */
function newAction(kind: Exclude<Do, 'assign' | 'request'>): Action {
  if (kind === 'setAttribute') return { do: kind, attribute: 'tags', field: null, value: '' }
  return { do: kind, to: 'person', userIds: [], subject: newText(), text: newText() }
}

/** What a submission of this form can come to; a good outcome first. */
function outcomesOf(form: FormContent): Outcome[] {
  const flow = flowOf(form)
  if (flow === 'approval') return ['approved', 'not approved']
  if (flow === 'observation') return ['competent', 'notCompetent']
  return form.settings.passPercent === null ? ['completed'] : ['passed', 'failed']
}

/** What an outcome sets off: a document given, a request opened, an attribute set, a mail sent. */
export function FollowUps({ value, onChange }: { value: readonly FollowUp[]; onChange: (value: FollowUp[]) => void }) {
  const { t } = useTranslation('formEditor')
  const { form, locked, errors } = useFormEditing()
  const possible = outcomesOf(form)
  const { rememberDocument } = useDocumentEditing()
  const say = useProblemText()
  const [picking, setPicking] = useState<'assign' | 'request' | null>(null)
  const add = (action: Action) => onChange([...value, { key: newKey(), on: possible.slice(0, 1), action }])
  const choose = (kind: Do) => {
    if (kind === 'assign' || kind === 'request') setPicking(kind)
    else add(newAction(kind))
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {value.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('followUps.none')}
        </Typography>
      )}
      {value.map((followUp, at) => {
        const error = say(errorAt(errors, `settings/followUps.${at}`))
        const set = (change: Partial<FollowUp>) =>
          onChange(value.map((one) => (one === followUp ? { ...one, ...change } : one)))
        return (
          <Box
            key={followUp.key}
            role="group"
            aria-label={t('followUps.number', { number: at + 1 })}
            data-field={`settings/followUps.${at}`}
            sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', p: 1.5, display: 'grid', gap: 1.5 }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center' }}>
              <Typography variant="subtitle2" component="h4" sx={{ flex: 1 }}>
                {t(`followUps.do.${followUp.action.do}`)}
              </Typography>
              {!locked && (
                <IconButton
                  size="small"
                  aria-label={t('followUps.remove', { number: at + 1 })}
                  onClick={() => onChange(value.filter((one) => one !== followUp))}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              )}
            </Box>
            <Autocomplete
              multiple
              size="small"
              disabled={locked}
              options={outcomes.filter((outcome) => possible.includes(outcome) || followUp.on.includes(outcome))}
              getOptionLabel={(outcome) =>
                t(`followUps.outcomes.${outcome === 'not approved' ? 'notApproved' : outcome}`)
              }
              value={followUp.on}
              // an action without an outcome would never happen: the last one stays
              onChange={(_, on) => on.length > 0 && set({ on })}
              renderInput={(params) => <TextField {...params} label={t('followUps.on')} />}
            />
            <ActionFields action={followUp.action} at={at} onChange={(action) => set({ action })} />
            {error && <FormHelperText error>{error}</FormHelperText>}
          </Box>
        )
      })}
      {picking && (
        <DocumentPicker
          label={t(`followUps.pick.${picking}`)}
          kinds={documentTypes.filter((type) => documentKinds[type].feature !== 'forms')}
          onPick={(document) => {
            rememberDocument(document as never)
            add(
              picking === 'assign'
                ? { do: 'assign', documentType: document.type as 'course', documentId: document.id, isOptional: false }
                : { do: 'request', documentType: document.type as 'course', documentId: document.id },
            )
            setPicking(null)
          }}
        />
      )}
      {!locked && value.length < formLimits.followUps && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {(['assign', 'request', 'setAttribute', 'mail'] as const).map((kind) => (
            <Button key={kind} size="small" startIcon={<AddIcon />} onClick={() => choose(kind)}>
              {t(`followUps.do.${kind}`)}
            </Button>
          ))}
        </Box>
      )}
    </Box>
  )
}

/** Stands for a value that is the same for everybody; no key of a field. */
const fixed = '-'

function ActionFields(props: { action: Action; at: number; onChange: (action: Action) => void }) {
  const { action, at, onChange } = props
  const { t } = useTranslation(['formEditor', 'permissions'])
  const labelOf = useValueLabels([])
  const { form, locked, nameOf } = useFormEditing()
  const { findDocument } = useDocumentEditing()
  if (action.do === 'assign' || action.do === 'request') {
    return (
      <>
        <Typography variant="body2">{findDocument(action.documentId)?.title ?? t('followUps.document')}</Typography>
        {action.do === 'assign' && (
          <SwitchField
            label={t('followUps.optional')}
            value={action.isOptional}
            disabled={locked}
            onChange={(isOptional) => onChange({ ...action, isOptional })}
          />
        )}
      </>
    )
  }
  if (action.do === 'setAttribute') {
    const fields = fieldsOf(form).filter((field) => 'required' in field)
    return (
      <>
        <Typography variant="body2" color="textSecondary">
          {t('followUps.attributeHelp')}
        </Typography>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))' }}>
          <SelectField
            label={t('followUps.attribute')}
            value={action.attribute}
            disabled={locked}
            options={settableAttributes.map((value) => ({ value, label: labelOf(value) }))}
            onChange={(attribute) => onChange({ ...action, attribute })}
          />
          <SelectField
            label={t('followUps.from')}
            value={action.field ?? fixed}
            disabled={locked}
            options={[
              { value: fixed, label: t('followUps.fixed') },
              ...fields.map((field) => ({ value: field.key, label: nameOf(field) })),
            ]}
            onChange={(field) => onChange({ ...action, field: field === fixed ? null : field })}
          />
          {action.field === null && (
            <TextField
              size="small"
              label={t('followUps.value')}
              value={action.value}
              disabled={locked}
              onChange={(event) => onChange({ ...action, value: event.target.value })}
              slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
            />
          )}
        </Box>
      </>
    )
  }
  return (
    <>
      <SelectField
        label={t('followUps.to')}
        value={action.to}
        disabled={locked}
        options={(['person', 'managers', 'people'] as const).map((value) => ({
          value,
          label: t(`followUps.receivers.${value}`),
        }))}
        onChange={(to) => onChange({ ...action, to })}
      />
      {action.to === 'people' && (
        <PeopleByIds
          label={t('followUps.people')}
          value={action.userIds}
          onChange={(userIds) => onChange({ ...action, userIds })}
        />
      )}
      <FormTextInput
        size="small"
        maxLength={200}
        label={t('followUps.subject')}
        value={action.subject}
        field={`settings/followUps.${at}.subject`}
        onChange={(subject) => onChange({ ...action, subject })}
      />
      <FormTextInput
        multiline
        size="small"
        maxLength={5000}
        label={t('followUps.text')}
        value={action.text}
        field={`settings/followUps.${at}.text`}
        onChange={(text) => onChange({ ...action, text })}
      />
    </>
  )
}
