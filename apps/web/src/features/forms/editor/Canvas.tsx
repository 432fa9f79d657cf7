import { useDroppable } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { FormContent, FormPage, FormSection } from '@learnt/contract/forms/content'
import AddIcon from '@mui/icons-material/Add'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DragIcon from '@mui/icons-material/DragIndicator'
import SectionIcon from '@mui/icons-material/SegmentOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionItem, ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { visuallyHidden } from '../../../ui/visually-hidden.ts'
import { BankFieldsButton } from '../bank/BankFieldsButton.tsx'
import { AddFieldButton } from './AddFieldButton.tsx'
import { CopyFieldsButton } from './CopyFieldsButton.tsx'
import { numberedFields } from './content.ts'
import { useFormEditing } from './editing.ts'
import { FieldCard } from './FieldCard.tsx'

/** The pages of the form with their sections and fields, put in order by dragging, by keyboard, or by the menus. */
export function Canvas({ form, folded }: { form: FormContent; folded: boolean }) {
  const { t } = useTranslation('formEditor')
  const { actions, locked } = useFormEditing()
  const numbers = numberedFields(form)
  return (
    <Box>
      <SortableContext
        items={form.pages.map((page) => `p:${page.key}`)}
        strategy={verticalListSortingStrategy}
        disabled={locked}
      >
        <Box
          component="ol"
          aria-label={t('canvas.pages')}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}
        >
          {form.pages.map((page, at) => (
            <PageCard key={page.key} page={page} at={at} folded={folded} numbers={numbers} />
          ))}
        </Box>
      </SortableContext>
      {!locked && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            onClick={() => actions.addPage()}
            sx={{ borderStyle: 'dashed', flex: '1 0 auto' }}
          >
            {t('canvas.addPage')}
          </Button>
          <CopyFieldsButton />
          <BankFieldsButton />
        </Box>
      )}
      <span aria-live="assertive" style={visuallyHidden}>
        {actions.said}
      </span>
    </Box>
  )
}

function PageCard(props: { page: FormPage; at: number; folded: boolean; numbers: ReadonlyMap<string, number> }) {
  const { page, at, folded, numbers } = props
  const { t } = useTranslation(['formEditor', 'common'])
  const { actions, locked, selected, select, form, errors } = useFormEditing()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: `p:${page.key}`,
    disabled: locked,
  })
  const name = actions.pageName(at)
  const isSelected = selected === page.key
  const isWrong = Object.keys(errors).some((key) => key.startsWith(`page/${page.key}/`))
  const way = (to: number, id: 'up' | 'down', Icon: typeof UpIcon): ActionItem[] =>
    form.pages[to]
      ? [{ id, label: t(`canvas.${id}`), icon: <Icon fontSize="small" />, run: () => actions.movePage(at, to) }]
      : []
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
      sx={{
        border: 1,
        borderColor: isWrong ? 'error.main' : isSelected ? 'primary.main' : 'divider',
        borderRadius: '14px',
        bgcolor: 'background.paper',
        p: { xs: 1, sm: 1.5 },
        position: 'relative',
        opacity: isDragging ? 0.35 : 1,
        minWidth: 0,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {!locked && (
          <IconButton
            size="small"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={t('common:sortable.drag', { name })}
            sx={{ cursor: 'grab', touchAction: 'none' }}
          >
            <DragIcon fontSize="small" />
          </IconButton>
        )}
        <ButtonBase
          onClick={() => select(page.key)}
          aria-pressed={isSelected}
          sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', gap: 1, p: 0.75, borderRadius: '8px' }}
        >
          <Typography component="span" sx={{ fontWeight: 800, overflowWrap: 'anywhere' }} dir="auto">
            {name}
          </Typography>
          {page.showIf && <Tag>{t('marks.conditional')}</Tag>}
          {page.jumps.length > 0 && <Tag>{t('marks.jumps', { count: page.jumps.length })}</Tag>}
        </ButtonBase>
        {!locked && (
          <ActionMenu
            label={t('canvas.actionsOf', { name })}
            items={[
              ...way(at - 1, 'up', UpIcon),
              ...way(at + 1, 'down', DownIcon),
              {
                id: 'section',
                label: t('canvas.addSection'),
                icon: <SectionIcon fontSize="small" />,
                run: () => actions.addSection(at),
              },
              {
                id: 'page',
                label: t('canvas.addPageAfter'),
                icon: <AddIcon fontSize="small" />,
                run: () => actions.addPage(at + 1),
              },
              {
                id: 'remove',
                label: t('canvas.removePage'),
                icon: <DeleteIcon fontSize="small" />,
                danger: true,
                dividerBefore: true,
                run: () => void actions.removePage(at),
              },
            ]}
          />
        )}
      </Box>
      {!folded &&
        page.sections.map((section, number) => (
          <SectionPart
            key={section.key}
            section={section}
            page={at}
            at={number}
            alone={page.sections.length === 1}
            count={page.sections.length}
            numbers={numbers}
          />
        ))}
    </Box>
  )
}

function SectionPart(props: {
  section: FormSection
  page: number
  at: number
  /** The only section of its page: without title and condition it needs no head. */
  alone: boolean
  count: number
  numbers: ReadonlyMap<string, number>
}) {
  const { section, page, at, alone, count, numbers } = props
  const { t } = useTranslation('formEditor')
  const { actions, locked, selected, select } = useFormEditing()
  const name = section.title.text || t('canvas.sectionNumber', { number: at + 1 })
  const hasHead = !alone || section.title.text !== '' || section.showIf !== null || selected === section.key
  const way = (to: number, id: 'up' | 'down', Icon: typeof UpIcon): ActionItem[] =>
    to >= 0 && to < count
      ? [
          {
            id,
            label: t(`canvas.${id}`),
            icon: <Icon fontSize="small" />,
            run: () => actions.moveSection(page, at, to),
          },
        ]
      : []
  return (
    <Box sx={{ mt: 1 }}>
      {hasHead && (
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <ButtonBase
            onClick={() => select(section.key)}
            aria-pressed={selected === section.key}
            sx={{ flex: 1, justifyContent: 'flex-start', gap: 1, p: 0.75, borderRadius: '8px', minWidth: 0 }}
          >
            <Typography variant="body2" component="span" color="textSecondary" sx={{ fontWeight: 700 }} dir="auto">
              {name}
            </Typography>
            {section.showIf && <Tag>{t('marks.conditional')}</Tag>}
          </ButtonBase>
          {!locked && (
            <ActionMenu
              label={t('canvas.actionsOf', { name })}
              items={[
                ...way(at - 1, 'up', UpIcon),
                ...way(at + 1, 'down', DownIcon),
                {
                  id: 'remove',
                  label: t('canvas.removeSection'),
                  icon: <DeleteIcon fontSize="small" />,
                  danger: true,
                  run: () => void actions.removeSection(section.key),
                },
              ]}
            />
          )}
        </Box>
      )}
      <SortableContext
        items={section.fields.map((field) => `f:${field.key}`)}
        strategy={verticalListSortingStrategy}
        disabled={locked}
      >
        <Fields sectionKey={section.key} label={name} empty={section.fields.length === 0}>
          {section.fields.map((field) => (
            <FieldCard key={field.key} field={field} number={numbers.get(field.key)} />
          ))}
        </Fields>
      </SortableContext>
      {!locked && (
        <AddFieldButton
          label={t('canvas.addTo', { name: alone ? actions.pageName(page) : name })}
          onAdd={(kind) => actions.add(kind, null, { page, section: at, index: section.fields.length })}
        />
      )}
    </Box>
  )
}

function Fields(props: { sectionKey: string; label: string; empty: boolean; children: ReactNode }) {
  const { sectionKey, label, empty, children } = props
  const { t } = useTranslation('formEditor')
  const { setNodeRef, isOver } = useDroppable({ id: `s:${sectionKey}` })
  return (
    <Box
      component="ol"
      ref={setNodeRef}
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0.5,
        mb: 0.5,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.75,
        minHeight: 52,
        borderRadius: '12px',
        ...(empty ? { border: '1px dashed', borderColor: 'divider' } : {}),
        ...(isOver ? { bgcolor: 'action.hover' } : {}),
      }}
    >
      {children}
      {empty && (
        <Typography
          component="li"
          variant="body2"
          color="textSecondary"
          sx={{ alignSelf: 'center', textAlign: 'center', px: 1 }}
        >
          {t('canvas.noFields')}
        </Typography>
      )}
    </Box>
  )
}
