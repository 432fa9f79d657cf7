import type { Choice } from '@learnt/contract/forms/content'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import { newChoice } from '@learnt/contract/forms/new-form'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import PasteIcon from '@mui/icons-material/ContentPasteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SortableList } from '../../../ui/SortableList.tsx'
import { moveItem } from '../../documents/move-item.ts'
import { useFormEditing } from './editing.ts'
import { FormTextInput } from './FormTextInput.tsx'
import { useProblemText } from './useProblemText.ts'

export interface ChoiceListProps<One extends Choice> {
  heading: string
  /** What one of them is called: "Choice", "Row". */
  one: string
  items: readonly One[]
  onChange: (items: One[]) => void
  /** Key of the list: `field/<key>/choices`. */
  field: string
  make?: () => One
  most?: number
  /** Stands under an entry, such as its picture, or whether it is right. */
  more?: (item: One, at: number) => ReactNode
  /** Stands before an entry: the mark of the right one. */
  mark?: (item: One, name: string) => ReactNode
}

/** Names from which people choose, put in order, added one by one or pasted as lines. */
export function ChoiceList<One extends Choice>(props: ChoiceListProps<One>) {
  const { heading, one, items, onChange, field, more, mark, most = formLimits.choices } = props
  const make = props.make ?? (() => newChoice() as One)
  const { t } = useTranslation('formEditor')
  const { locked, language, errors } = useFormEditing()
  const say = useProblemText()
  const [pasting, setPasting] = useState(false)
  const nameOf = (item: One) => item.label.text || `${one} ${items.indexOf(item) + 1}`
  const set = (item: One, label: Choice['label']) =>
    onChange(items.map((old) => (old === item ? { ...old, label } : old)))
  const error = say(errors[field])
  const isOwn = language === null
  return (
    <Box component="fieldset" data-field={field} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1 }}>
        {heading}
      </Typography>
      <SortableList
        items={items}
        itemId={(item) => item.key}
        itemName={nameOf}
        label={heading}
        disabled={locked || !isOwn}
        onMove={(from, to) => onChange(moveItem(items, from, to))}
      >
        {(item, controls, at) => (
          <Box sx={{ mb: 1 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'flex-start' }}>
              {mark?.(item, nameOf(item))}
              <Box sx={{ flex: '1 1 150px', minWidth: 0 }}>
                <FormTextInput
                  size="small"
                  label={`${one} ${at + 1}`}
                  value={item.label}
                  field={`${field}.${at}.label`}
                  onChange={(label) => set(item, label)}
                />
              </Box>
              {controls}
              {!locked && isOwn && (
                <IconButton
                  size="small"
                  aria-label={t('choices.remove', { name: nameOf(item) })}
                  onClick={() => onChange(items.filter((old) => old !== item))}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              )}
            </Box>
            {more?.(item, at)}
          </Box>
        )}
      </SortableList>
      {error && <FormHelperText error>{error}</FormHelperText>}
      {!locked && isOwn && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            size="small"
            startIcon={<AddIcon />}
            disabled={items.length >= most}
            onClick={() => onChange([...items, make()])}
          >
            {t('choices.add', { one })}
          </Button>
          <Button size="small" color="inherit" startIcon={<PasteIcon />} onClick={() => setPasting(true)}>
            {t('choices.paste')}
          </Button>
        </Box>
      )}
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onTake={(lines) => {
            const added = lines.map((line) => ({ ...make(), label: newChoice(line).label }))
            const named = items.filter((item) => item.label.text.trim() !== '')
            onChange([...named, ...added].slice(0, most))
          }}
        />
      )}
    </Box>
  )
}

function PasteDialog({ onClose, onTake }: { onClose: () => void; onTake: (lines: string[]) => void }) {
  const { t } = useTranslation(['formEditor', 'common'])
  const id = useId()
  const [text, setText] = useState('')
  const lines = text
    .split('\n')
    .map((line) => line.trim().slice(0, formLimits.label))
    .filter(Boolean)
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('choices.pasteTitle')}</DialogTitle>
      <DialogContent sx={{ pt: '8px !important' }}>
        <TextField
          autoFocus
          fullWidth
          multiline
          minRows={6}
          maxRows={14}
          label={t('choices.pasteLabel')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { dir: 'auto' } }}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={lines.length === 0}
          onClick={() => {
            onTake(lines)
            onClose()
          }}
        >
          {t('choices.take', { count: lines.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
