import type { Field, FormContent } from '@learnt/contract/forms/content'
import BackIcon from '@mui/icons-material/ArrowBack'
import PreviewIcon from '@mui/icons-material/PreviewOutlined'
import RedoIcon from '@mui/icons-material/Redo'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import DetailsIcon from '@mui/icons-material/ShortText'
import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailsForm } from '../../documents/DetailsForm.tsx'
import { useDocumentEditing } from '../../documents/editing.ts'
import type { ContentEditorProps } from '../../documents/kind.ts'
import { listLanguages } from '../../documents/languages.ts'
import { QuestionDialog } from '../bank/QuestionDialog.tsx'
import { type FormDocument, formKind } from '../kind.ts'
import { Canvas } from './Canvas.tsx'
import { changeField, copyField, findPart, nameOfField } from './content.ts'
import { FormEditingProvider } from './editing.ts'
import { FieldProperties } from './FieldProperties.tsx'
import { FormOutline } from './FormOutline.tsx'
import { FormSettingsFields } from './FormSettingsFields.tsx'
import { PageProperties, SectionProperties } from './PageProperties.tsx'
import { Palette } from './Palette.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { SelectField } from './SelectField.tsx'
import { useFormActions } from './useFormActions.ts'
import { useHistory, useHistoryKeys } from './useHistory.ts'

/**
 * Palette, canvas and properties beside each other; on a narrow window the palette is a menu, on a phone the properties are
 * a page of their own. `item`: `details`, `settings`, or the key of a page, section or field.
 */
export function FormEditor(props: ContentEditorProps<FormContent, FormDocument>) {
  const { value: form, onChange, errors, locked, item, onItem } = props
  const { t, i18n } = useTranslation(['formEditor', 'common'])
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'))
  const wide = useMediaQuery(theme.breakpoints.up('xl'))
  const [written, setWritten] = useState<string | null>(null)
  const [previewing, setPreviewing] = useState(false)
  const [banked, setBanked] = useState<Field | null>(null)
  const { kind } = useDocumentEditing()
  const language = written !== null && form.languages.includes(written) ? written : null
  const history = useHistory(form, onChange)
  const { edit } = history
  useHistoryKeys(history)
  const nameOf = (field: Field) => nameOfField(field) || t(`kinds.${field.kind}`)
  const actions = useFormActions({ form, edit, select: onItem, nameOf })
  const part = findPart(form, item)
  const shown = part || item === 'settings' || item === 'details' ? item : null
  const languages = useMemo(() => listLanguages(i18n.language, form.languages), [i18n.language, form.languages])

  // what has been opened is the next thing to read; a new field's label is the next to write
  const byKeyboard = useIsByKeyboard()
  useEffect(() => {
    if (!shown || !(phone || byKeyboard.current)) return
    if (phone) scrollTo({ top: 0 })
    document.querySelector<HTMLElement>(`[data-item-heading="${shown}"]`)?.focus()
  }, [shown, phone, byKeyboard])

  const bar = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}>
      <Button
        size="small"
        color="inherit"
        variant={shown === 'details' ? 'contained' : 'outlined'}
        startIcon={<DetailsIcon />}
        onClick={() => onItem('details')}
      >
        {t('bar.details')}
      </Button>
      <Button
        size="small"
        color="inherit"
        variant={shown === 'settings' ? 'contained' : 'outlined'}
        startIcon={<SettingsIcon />}
        onClick={() => onItem('settings')}
      >
        {t('bar.settings')}
      </Button>
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        startIcon={<PreviewIcon />}
        onClick={() => setPreviewing(true)}
      >
        {t('preview.open')}
      </Button>
      {form.languages.length > 0 && (
        <SelectField
          label={t('bar.language')}
          value={language ?? ''}
          options={[
            { value: '', label: t('bar.ownLanguage') },
            ...form.languages.map((tag) => ({
              value: tag,
              label: languages.find((one) => one.tag === tag)?.name ?? tag,
            })),
          ]}
          onChange={(next) => setWritten(next || null)}
        />
      )}
      {!locked && (
        <Box sx={{ marginInlineStart: 'auto', display: 'flex' }}>
          <Tooltip title={t('bar.undo')}>
            <span>
              <IconButton disabled={!history.canUndo} onClick={history.undo} aria-label={t('bar.undo')}>
                <UndoIcon sx={{ transform: theme.direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
              </IconButton>
            </span>
          </Tooltip>
          <Tooltip title={t('bar.redo')}>
            <span>
              <IconButton disabled={!history.canRedo} onClick={history.redo} aria-label={t('bar.redo')}>
                <RedoIcon sx={{ transform: theme.direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
              </IconButton>
            </span>
          </Tooltip>
        </Box>
      )}
    </Box>
  )
  const properties = (
    <Card component="section" aria-label={t('bar.properties')} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      {part?.is === 'field' ? (
        <FieldProperties key={part.field.key} field={part.field} />
      ) : part?.is === 'page' ? (
        <PageProperties key={part.page.key} page={part.page} at={part.at} />
      ) : part?.is === 'section' ? (
        <SectionProperties key={part.section.key} section={part.section} />
      ) : shown === 'settings' ? (
        <FormSettingsFields />
      ) : (
        <DetailsForm />
      )}
    </Card>
  )
  const canvas = (
    <FormOutline>
      {(arranged, folded) => (
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: 'minmax(0, 1fr) minmax(0, 1fr)',
              xl: '220px minmax(0, 1fr) minmax(0, 1fr)',
            },
          }}
        >
          {wide && !locked && (
            <Box
              sx={{
                position: 'sticky',
                top: 'calc(var(--sticky-top, 64px) + 16px)',
                maxHeight: 'calc(100vh - var(--sticky-top, 64px) - 32px)',
                overflowY: 'auto',
                scrollbarWidth: 'thin',
                paddingInlineEnd: 1,
              }}
            >
              <Palette />
            </Box>
          )}
          <Box sx={{ minWidth: 0 }}>
            <Canvas form={arranged} folded={folded} />
          </Box>
          {!phone && (
            <Box
              sx={{
                position: 'sticky',
                top: 'calc(var(--sticky-top, 64px) + 16px)',
                maxHeight: 'calc(100vh - var(--sticky-top, 64px) - 32px)',
                overflowY: 'auto',
                minWidth: 0,
                ...(wide && locked ? { gridColumn: 'span 2' } : {}),
              }}
            >
              {properties}
            </Box>
          )}
        </Box>
      )}
    </FormOutline>
  )
  return (
    <FormEditingProvider
      value={{
        form,
        edit,
        editField: (key, change) => edit((content) => changeField(content, key, change)),
        errors,
        locked,
        actions,
        language,
        selected: item,
        select: onItem,
        nameOf,
        toBank: kind.part === formKind.part ? setBanked : null,
      }}
    >
      {bar}
      {language !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {t('translation.text')}
        </Typography>
      )}
      {phone && shown ? (
        <>
          <Button startIcon={<BackIcon />} color="inherit" onClick={() => onItem(null)} sx={{ mb: 1 }}>
            {t('bar.back')}
          </Button>
          {properties}
        </>
      ) : (
        canvas
      )}
      {previewing && <PreviewDialog form={form} onClose={() => setPreviewing(false)} />}
      {banked && <QuestionDialog from={copyField(banked)} onClose={() => setBanked(null)} />}
    </FormEditingProvider>
  )
}

/** Whether the last thing that was pressed was a key: from the list of fields it is a long way by Tab to what was opened. */
function useIsByKeyboard(): RefObject<boolean> {
  const byKeyboard = useRef(false)
  useEffect(() => {
    const press = () => {
      byKeyboard.current = true
    }
    const point = () => {
      byKeyboard.current = false
    }
    addEventListener('keydown', press, true)
    addEventListener('pointerdown', point, true)
    return () => {
      removeEventListener('keydown', press, true)
      removeEventListener('pointerdown', point, true)
    }
  }, [])
  return byKeyboard
}
