import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { Section } from '@learnt/contract/courses'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DragIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
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
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: `s:${section.id}`,
    disabled: locked,
  })
  const name = outline.sectionName(at)
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
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
        {!locked && (
          <Box
            component="button"
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={t('common:sortable.drag', { name })}
            sx={{
              all: 'unset',
              boxSizing: 'border-box',
              display: 'grid',
              placeItems: 'center',
              width: 24,
              height: 36,
              flexShrink: 0,
              color: 'text.secondary',
              cursor: isDragging ? 'grabbing' : 'grab',
              touchAction: 'none',
              borderRadius: '6px',
              '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
            }}
          >
            <DragIcon sx={{ fontSize: 18 }} />
          </Box>
        )}
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
              ...(at > 0
                ? [
                    {
                      id: 'up',
                      label: t('outline.up'),
                      icon: <UpIcon fontSize="small" />,
                      run: () => outline.moveSection(at, at - 1),
                    },
                  ]
                : []),
              ...(at < count - 1
                ? [
                    {
                      id: 'down',
                      label: t('outline.down'),
                      icon: <DownIcon fontSize="small" />,
                      run: () => outline.moveSection(at, at + 1),
                    },
                  ]
                : []),
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
