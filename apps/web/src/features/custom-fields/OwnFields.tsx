import { CustomFieldName, type CustomFieldsOfPerson, customFields, nameOfField } from '@learnt/contract/custom-fields'
import { findLocale } from '@learnt/contract/locales'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { CustomFieldInput } from './CustomFieldInput.tsx'
import { valueWords } from './value-words.ts'

/** A person's own fields: those that they may edit, and those that they only see. Nothing where there are none. */
export function OwnFields() {
  const { t } = useTranslation('customFields')
  const { userId } = useMe()
  const own = useQuery(queryOf(api.customFields.ofPerson, { params: { userId } }))
  const id = useId()
  // the profile is whole without it
  if (!own.data || own.data.fields.length === 0) return null
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Typography variant="h2" id={id}>
        {t('own.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2.5 }}>
        {t('own.text')}
      </Typography>
      <OwnForm userId={userId} own={own.data} />
    </Card>
  )
}

const grid = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, alignItems: 'start' }

function OwnForm({ userId, own }: { userId: string; own: CustomFieldsOfPerson }) {
  const { t, i18n } = useTranslation('customFields')
  const locale = findLocale(i18n.language) ?? 'en'
  const editable = own.fields.filter((field) => field.canEdit)
  const valuesOf = ({ fields }: CustomFieldsOfPerson) => ({
    values: Object.fromEntries(fields.filter((one) => one.canEdit).map((one) => [one.field, one.values])),
  })
  const form = useAppForm(customFields.setOfPerson.body, { defaultValues: valuesOf(own) })
  const complain = useServerErrors(form)
  const save = useSend(api.customFields.setOfPerson, {
    outdates: ['customFields', 'members', 'learning'],
    onSuccess: (saved) => {
      form.reset(valuesOf(saved))
      showToast({ variant: 'success', text: t('own.saved') })
    },
    onError: complain,
  })
  const seen = own.fields.filter((field) => !field.canEdit)
  return (
    <AppForm
      form={form}
      summary={false}
      onSubmit={({ values }) => {
        const before = valuesOf(own).values
        const changed = CustomFieldName.options.filter((name) => before[name]?.join('\n') !== values[name]?.join('\n'))
        if (changed.length === 0) return
        save.mutate({
          params: { userId },
          body: { values: Object.fromEntries(changed.map((name) => [name, values[name] ?? []])) },
        })
      }}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      {editable.length > 0 && (
        <Box sx={grid}>
          {editable.map((field) => (
            <CustomFieldInput
              key={field.field}
              name={`values.${field.field}`}
              label={nameOfField(field, locale)}
              field={field}
            />
          ))}
        </Box>
      )}
      {seen.length > 0 && (
        <Box component="dl" sx={{ ...grid, m: 0 }}>
          {seen.map((field) => (
            <div key={field.field}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {nameOfField(field, locale)}
              </Typography>
              <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {valueWords(t, i18n.language, field, field.values, field.labels)}
              </Typography>
            </div>
          ))}
        </Box>
      )}
      {editable.length > 0 && (
        <Button type="submit" variant="contained" loading={save.isPending} sx={{ justifySelf: 'start' }}>
          {t('own.save')}
        </Button>
      )}
    </AppForm>
  )
}
