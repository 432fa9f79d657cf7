import type { FieldOf } from '@learnt/contract/forms/content'
import { newKey } from '@learnt/contract/forms/new-form'
import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ChoiceList } from './ChoiceList.tsx'
import { fieldField } from './content.ts'
import { type SetField, useFormEditing } from './editing.ts'
import { FormTextInput } from './FormTextInput.tsx'

/** The text in which gaps stand as [[key]], and what may be chosen in each; without choices a gap is typed. */
export function GapsFields({ field, set }: { field: FieldOf<'gaps'>; set: SetField }) {
  const { t } = useTranslation('formEditor')
  const { locked, language } = useFormEditing()
  const key = (part: string) => fieldField(field.key, part)
  const number = (gap: (typeof field.gaps)[number]) => field.gaps.indexOf(gap) + 1
  const add = () => {
    const gap = { key: newKey(), choices: [] }
    const text = field.text.text.trimEnd()
    set({ gaps: [...field.gaps, gap], text: { ...field.text, text: `${text}${text ? ' ' : ''}[[${gap.key}]]` } })
  }
  const remove = (gapKey: string) =>
    set({
      gaps: field.gaps.filter((gap) => gap.key !== gapKey),
      text: { ...field.text, text: field.text.text.replaceAll(`[[${gapKey}]]`, '') },
    })
  return (
    <>
      <FormTextInput
        multiline
        maxLength={20_000}
        label={t('gaps.text')}
        help={t('gaps.help')}
        value={field.text}
        field={key('text')}
        onChange={(text) => set({ text })}
      />
      {language === null && !locked && (
        <Button size="small" startIcon={<AddIcon />} onClick={add} sx={{ justifySelf: 'start' }}>
          {t('gaps.add')}
        </Button>
      )}
      {field.gaps.map((gap, at) => (
        <Box key={gap.key} sx={{ border: 1, borderColor: 'divider', borderRadius: '10px', p: 1.25 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
            <Typography variant="subtitle2" sx={{ flex: 1 }}>
              {t('gaps.gap', { number: number(gap) })} <code dir="ltr">[[{gap.key}]]</code>
            </Typography>
            {language === null && !locked && (
              <Button size="small" color="inherit" onClick={() => remove(gap.key)}>
                {t('gaps.remove')}
              </Button>
            )}
          </Box>
          <ChoiceList
            heading={t('gaps.choices')}
            one={t('choices.one')}
            items={gap.choices}
            field={key(`gaps.${at}.choices`)}
            onChange={(choices) =>
              set({ gaps: field.gaps.map((one) => (one.key === gap.key ? { ...one, choices } : one)) })
            }
          />
        </Box>
      ))}
    </>
  )
}
