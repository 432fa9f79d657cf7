import {
  type CustomField,
  CustomFieldName,
  CustomFieldValues,
  customFieldKinds,
  fieldAccesses,
} from '@learnt/contract/custom-fields'
import { locales } from '@learnt/contract/locales'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { FormChoices } from '../../ui/form/FormChoices.tsx'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormSwitch } from '../../ui/form/FormSwitch.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'

const Form = CustomFieldValues.extend({ field: CustomFieldName })

/** Gives a field its name, kind and rights; a new one is any that has no name yet. Mount it to open it. */
export function CustomFieldDialog({
  field,
  free,
  place,
  onClose,
}: {
  field: CustomField | null
  free: readonly CustomField['field'][]
  place: number
  onClose: () => void
}) {
  const { t } = useTranslation(['customFields', 'shell'])
  const form = useAppForm(Form, { defaultValues: valuesOf(field, free, place) })
  const complain = useServerErrors(form)
  const kind = useWatch({ control: form.control, name: 'kind' })
  // none of the languages has a name: the complaint is about all of them
  const isNameless = form.formState.errors.names?.message !== undefined
  const save = useSend(api.customFields.save, {
    outdates: ['customFields', 'members', 'permissions'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('saved') })
      onClose()
    },
    onError: complain,
  })
  const accessOptions = (accesses: readonly (typeof fieldAccesses)[number][]) =>
    accesses.map((value) => ({ value, label: t(`access.${value}`) }))
  return (
    <FormDialog
      form={form}
      title={t(field ? 'editTitle' : 'addTitle')}
      text={t('dialogText')}
      summary
      submitLabel={t('save')}
      isPending={save.isPending}
      maxWidth="md"
      onSubmit={({ field: name, ...body }) =>
        save.mutate({ params: { field: name }, body: { ...body, revision: field?.revision ?? 0 } })
      }
      onClose={onClose}
    >
      <FormSelect
        name="field"
        label={t('field')}
        help={t('fieldHelp')}
        disabled={field !== null}
        options={(field ? [field.field] : free).map((value) => ({ value, label: value }))}
      />
      <Columns>
        {locales.map((locale) => (
          <FormText
            key={locale}
            name={`names.${locale}`}
            label={t('name', { language: t(`shell:languages.${locale}`) })}
          />
        ))}
      </Columns>
      <FormHelperText error={isNameless} role={isNameless ? 'alert' : undefined} sx={{ mt: -1.5 }}>
        {t(isNameless ? 'nameMissing' : 'nameHelp')}
      </FormHelperText>
      <Columns>
        <FormSelect
          name="kind"
          label={t('kind')}
          options={customFieldKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        <FormText name="place" kind="number" label={t('place')} />
      </Columns>
      {kind === 'choices' && <FormChoices name="choices" label={t('choices')} free />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
        <FormSwitch name="isRequired" label={t('isRequired')} />
        <FormSwitch name="inList" label={t('inList')} />
      </Box>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Typography component="legend" variant="subtitle2" sx={{ mb: 1.5 }}>
          {t('rights')}
        </Typography>
        <Columns>
          <FormSelect
            name="access.person"
            label={t('onlookers.person')}
            help={t('personHelp')}
            options={accessOptions(fieldAccesses)}
          />
          <FormSelect name="access.manager" label={t('onlookers.manager')} options={accessOptions(fieldAccesses)} />
          <FormSelect
            name="access.administrator"
            label={t('onlookers.administrator')}
            help={t('administratorHelp')}
            options={accessOptions(['see', 'edit'])}
          />
        </Columns>
      </Box>
    </FormDialog>
  )
}

function Columns({ children }: { children: React.ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(180px, 1fr))' },
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  )
}

function valuesOf(field: CustomField | null, free: readonly CustomField['field'][], place: number) {
  const names = { en: '', de: '', ar: '', ...field?.names }
  if (field) {
    const { revision: _, ...values } = field
    return { ...values, names }
  }
  return {
    field: free.find((name) => name.startsWith('custom')) ?? free[0] ?? ('custom1' as const),
    names,
    kind: 'text' as const,
    choices: [],
    isRequired: false,
    access: { person: 'see' as const, manager: 'see' as const, administrator: 'edit' as const },
    place: Math.min(place, 18),
    inList: false,
  }
}
