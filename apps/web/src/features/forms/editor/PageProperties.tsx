import type { FormPage, FormSection } from '@learnt/contract/forms/content'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ConditionField } from './ConditionField.tsx'
import { changePage, changeSection, pageField, sectionField } from './content.ts'
import { useFormEditing } from './editing.ts'
import { FormTextInput } from './FormTextInput.tsx'
import { SelectField } from './SelectField.tsx'

/** Title, condition, and the way on from a page. */
export function PageProperties({ page, at }: { page: FormPage; at: number }) {
  const { t } = useTranslation('formEditor')
  const { form, edit, locked, language, actions } = useFormEditing()
  const set = (change: Partial<FormPage>) => edit((content) => changePage(content, page.key, change))
  const later = form.pages.slice(at + 1)
  const setJump = (number: number, jump: FormPage['jumps'][number] | null) =>
    set({ jumps: page.jumps.flatMap((one, index) => (index === number ? (jump ? [jump] : []) : [one])) })
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography
        variant="h2"
        tabIndex={-1}
        data-item-heading={page.key}
        sx={{ '&:focus-visible': { outline: 'none' } }}
      >
        {t('canvas.page', { number: at + 1 })}
      </Typography>
      <FormTextInput
        label={t('page.title')}
        value={page.title}
        field={pageField(page.key, 'title')}
        onChange={(title) => set({ title })}
      />
      {language === null && (
        <>
          <ConditionField
            question={t('condition.showPageQuestion')}
            always={t('condition.showAlways')}
            begin={t('condition.showBegin')}
            value={page.showIf}
            field={pageField(page.key, 'showIf')}
            onChange={(showIf) => set({ showIf })}
          />
          <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: 1.5 }}>
            <Typography component="legend" variant="subtitle2" sx={{ mb: 0.5 }}>
              {t('page.next')}
            </Typography>
            {page.jumps.length === 0 && (
              <Typography variant="body2" color="textSecondary">
                {t('page.nextPage')}
              </Typography>
            )}
            {page.jumps.map((jump, number) => (
              <Box
                // biome-ignore lint/suspicious/noArrayIndexKey: jumps have no names of their own
                key={number}
                data-field={pageField(page.key, `jumps.${number}`)}
                sx={{ border: 1, borderColor: 'divider', borderRadius: '10px', p: 1.25, display: 'grid', gap: 1 }}
              >
                <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
                  <Box sx={{ flex: 1 }}>
                    <SelectField
                      label={t('page.goTo')}
                      value={jump.to}
                      disabled={locked}
                      options={[
                        ...later.map((one, index) => ({ value: one.key, label: actions.pageName(at + 1 + index) })),
                        { value: 'end', label: t('page.end') },
                      ]}
                      onChange={(to) => setJump(number, { ...jump, to })}
                    />
                  </Box>
                  {!locked && (
                    <IconButton
                      size="small"
                      aria-label={t('page.removeJump', { number: number + 1 })}
                      onClick={() => setJump(number, null)}
                    >
                      <CloseIcon fontSize="small" />
                    </IconButton>
                  )}
                </Box>
                <ConditionField
                  question={t('page.jumpQuestion')}
                  always={t('page.jumpAlways')}
                  begin={t('page.jumpBegin')}
                  value={jump.if}
                  field={pageField(page.key, `jumps.${number}`)}
                  onChange={(next) => setJump(number, { ...jump, if: next })}
                />
              </Box>
            ))}
            {!locked && (
              <Button
                size="small"
                startIcon={<AddIcon />}
                sx={{ justifySelf: 'start' }}
                onClick={() => set({ jumps: [...page.jumps, { if: null, to: 'end' }] })}
              >
                {t('page.addJump')}
              </Button>
            )}
          </Box>
        </>
      )}
    </Box>
  )
}

/** Title and condition of a section. */
export function SectionProperties({ section }: { section: FormSection }) {
  const { t } = useTranslation('formEditor')
  const { edit, language } = useFormEditing()
  const set = (change: Partial<FormSection>) => edit((content) => changeSection(content, section.key, change))
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography
        variant="h2"
        tabIndex={-1}
        data-item-heading={section.key}
        sx={{ '&:focus-visible': { outline: 'none' } }}
      >
        {t('canvas.section')}
      </Typography>
      <FormTextInput
        label={t('page.sectionTitle')}
        value={section.title}
        field={sectionField(section.key, 'title')}
        onChange={(title) => set({ title })}
      />
      {language === null && (
        <ConditionField
          question={t('condition.showSectionQuestion')}
          always={t('condition.showAlways')}
          begin={t('condition.showBegin')}
          value={section.showIf}
          field={sectionField(section.key, 'showIf')}
          onChange={(showIf) => set({ showIf })}
        />
      )}
    </Box>
  )
}
