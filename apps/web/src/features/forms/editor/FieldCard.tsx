import type { Field } from '@learnt/contract/forms/content'
import { translationState } from '@learnt/contract/forms/texts'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import BankIcon from '@mui/icons-material/Inventory2Outlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type ActionItem, ActionMenu } from '../../../ui/ActionMenu.tsx'
import { moveActions } from '../../../ui/outline/move-actions.tsx'
import { useOutlineRow } from '../../../ui/outline/use-outline-row.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { neighbourOf, placeOf } from './content.ts'
import { useFormEditing } from './editing.ts'
import { fieldIcons } from './field-icons.ts'

/** A field on the canvas: what it is called and what it is; pressed, its properties open. */
export function FieldCard({ field, number }: { field: Field; number: number | undefined }) {
  const { t } = useTranslation(['formEditor', 'common'])
  const { selected, select, locked, nameOf, errors, language } = useFormEditing()
  const name = nameOf(field)
  const { row, handle, isDragging } = useOutlineRow('item', field.key, name, locked)
  const Icon = fieldIcons[field.kind]
  const isSelected = selected === field.key
  const isWrong = Object.keys(errors).some((key) => key.startsWith(`field/${field.key}/`))
  const translation = language ? translationState(field.label, language) : 'none'
  return (
    <Box
      component="li"
      {...row}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        border: isSelected ? 2 : 1,
        m: isSelected ? 0 : '1px',
        borderColor: isWrong ? 'error.main' : isSelected ? 'primary.main' : 'divider',
        borderRadius: '10px',
        bgcolor: isSelected ? theme.palette.primary.soft : 'background.paper',
        opacity: isDragging ? 0.4 : 1,
        minWidth: 0,
      })}
    >
      {handle}
      <ButtonBase
        onClick={() => select(field.key)}
        aria-pressed={isSelected}
        sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'start', gap: 1.25, py: 1, px: 0.75 }}
      >
        <Icon aria-hidden sx={{ color: 'text.secondary', flexShrink: 0 }} fontSize="small" />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }} dir="auto">
            {number === undefined ? '' : `${number}. `}
            {name}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, alignItems: 'center' }}>
            <Typography variant="caption" color="textSecondary" component="span">
              {t(`kinds.${field.kind}`)}
            </Typography>
            {'required' in field && field.required && <Tag>{t('marks.required')}</Tag>}
            {'requiredIf' in field && !field.required && field.requiredIf && <Tag>{t('marks.sometimesRequired')}</Tag>}
            {field.showIf && <Tag>{t('marks.conditional')}</Tag>}
            {'quiz' in field && field.quiz && <Tag>{t('marks.points', { count: field.quiz.points })}</Tag>}
            {translation === 'missing' && <Tag look="filled">{t('marks.translationMissing')}</Tag>}
            {translation === 'older' && <Tag look="filled">{t('marks.translationOlder')}</Tag>}
          </Box>
        </Box>
      </ButtonBase>
      {!locked && <FieldMenu field={field} name={name} />}
    </Box>
  )
}

/** Up, down, to another page, duplicate, remove: everything that dragging does, without dragging. */
function FieldMenu({ field, name }: { field: Field; name: string }) {
  const { t } = useTranslation(['formEditor', 'common'])
  const { form, actions, toBank } = useFormEditing()
  const here = placeOf(form, field.key)
  const items: ActionItem[] = [
    ...moveActions(
      (way) => t(`canvas.${way}`),
      (way) => neighbourOf(form, field.key, way) !== null,
      (way) => actions.step(field, way),
    ),
    ...form.pages.flatMap((page, at) =>
      at === here?.page
        ? []
        : [
            {
              id: `to-${page.key}`,
              label: t('canvas.toPage', { page: actions.pageName(at) }),
              icon: <MoveIcon fontSize="small" />,
              run: () => actions.toPage(field, at),
            },
          ],
    ),
    {
      id: 'copy',
      label: t('canvas.duplicate'),
      icon: <CopyIcon fontSize="small" />,
      dividerBefore: true,
      run: () => actions.duplicate(field),
    },
    ...(toBank && 'quiz' in field && field.quiz
      ? [
          {
            id: 'bank',
            label: t('canvas.toBank'),
            icon: <BankIcon fontSize="small" />,
            run: () => toBank(field),
          },
        ]
      : []),
    {
      id: 'remove',
      label: t('canvas.remove'),
      icon: <DeleteIcon fontSize="small" />,
      danger: true,
      run: () => actions.remove(field),
    },
  ]
  return <ActionMenu label={t('canvas.actionsOf', { name })} items={items} />
}
