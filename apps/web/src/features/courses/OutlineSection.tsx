import type { Section } from '@learnt/contract/courses'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { moveActions } from '../../ui/outline/move-actions.tsx'
import { useOutlineRow } from '../../ui/outline/use-outline-row.tsx'
import { sectionField } from './field-errors.ts'
import type { Outline } from './useOutline.ts'

export interface OutlineSectionProps {
  section: Section
  at: number
  count: number
  locked: boolean
  outline: Outline
  /** Only the head is shown, while sections are being put in order. */
  folded: boolean
  children: ReactNode
}

export function OutlineSection({ section, at, count, locked, outline, folded, children }: OutlineSectionProps) {
  const { t } = useTranslation(['courses', 'common'])
  const name = outline.sectionName(at)
  const { row, handle, isDragging } = useOutlineRow('group', section.id, name, locked)
  return (
    <Box
      component="li"
      {...row}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        bgcolor: 'background.paper',
        p: 0.75,
        position: 'relative',
        opacity: isDragging ? 0.35 : 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.25, mb: folded ? 0 : 0.5 }}>
        {handle}
        <InputBase
          data-field={sectionField(section.id, 'title')}
          value={section.title}
          placeholder={t('outline.sectionNumber', { number: at + 1 })}
          onChange={(event) => outline.renameSection(section.id, event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && (event.target as HTMLElement).blur()}
          sx={{
            flex: 1,
            px: 0.75,
            borderRadius: '8px',
            fontWeight: 800,
            fontSize: '0.9375rem',
            '&:hover': { bgcolor: locked ? 'transparent' : 'action.hover' },
            '&.Mui-focused': { bgcolor: 'background.paper', outline: '2px solid', outlineColor: 'primary.main' },
          }}
          inputProps={{
            'aria-label': t('outline.sectionTitle', { number: at + 1 }),
            maxLength: 200,
            dir: 'auto',
            readOnly: locked,
          }}
        />
        {!locked && (
          <ActionMenu
            label={t('outline.actionsOf', { name })}
            items={[
              ...moveActions(
                (way) => t(`outline.${way}`),
                (way) => (way === 'up' ? at > 0 : at < count - 1),
                (way) => outline.moveSection(at, way === 'up' ? at - 1 : at + 1),
              ),
              {
                id: 'remove',
                label: t('outline.removeSection'),
                icon: <DeleteIcon fontSize="small" />,
                danger: true,
                run: () => void outline.removeSection(at),
              },
            ]}
          />
        )}
      </Box>
      {!folded && children}
    </Box>
  )
}
