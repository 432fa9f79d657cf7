import type { FormContent, FormPage, FormSection } from '@learnt/contract/forms/content'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import SectionIcon from '@mui/icons-material/SegmentOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { moveActions, type Way } from '../../../ui/outline/move-actions.tsx'
import { OutlineGroups } from '../../../ui/outline/OutlineGroups.tsx'
import { OutlineItems } from '../../../ui/outline/OutlineItems.tsx'
import { useOutlineRow } from '../../../ui/outline/use-outline-row.tsx'
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
      <OutlineGroups ids={form.pages.map((page) => page.key)} label={t('canvas.pages')} gap={2} locked={locked}>
        {form.pages.map((page, at) => (
          <PageCard key={page.key} page={page} at={at} folded={folded} numbers={numbers} />
        ))}
      </OutlineGroups>
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
  const name = actions.pageName(at)
  const { row, handle, isDragging } = useOutlineRow('group', page.key, name, locked)
  const isSelected = selected === page.key
  const isWrong = Object.keys(errors).some((key) => key.startsWith(`page/${page.key}/`))
  const move = moveActions(
    (way) => t(`canvas.${way}`),
    (way) => form.pages[besides(at, way)] !== undefined,
    (way) => actions.movePage(at, besides(at, way)),
  )
  return (
    <Box
      component="li"
      {...row}
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
        {handle}
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
              ...move,
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
  const move = moveActions(
    (way) => t(`canvas.${way}`),
    (way) => besides(at, way) >= 0 && besides(at, way) < count,
    (way) => actions.moveSection(page, at, besides(at, way)),
  )
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
                ...move,
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
      <OutlineItems
        id={section.key}
        items={section.fields.map((field) => field.key)}
        label={name}
        locked={locked}
        emptyText={t('canvas.noFields')}
        takesAll
        sx={{
          p: 0.5,
          mb: 0.5,
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 0.75,
          minHeight: 52,
          ...(section.fields.length === 0
            ? { border: '1px dashed', borderColor: 'divider', alignItems: 'center', textAlign: 'center' }
            : {}),
        }}
      >
        {section.fields.map((field) => (
          <FieldCard key={field.key} field={field} number={numbers.get(field.key)} />
        ))}
      </OutlineItems>
      {!locked && (
        <AddFieldButton
          label={t('canvas.addTo', { name: alone ? actions.pageName(page) : name })}
          onAdd={(kind) => actions.add(kind, null, { page, section: at, index: section.fields.length })}
        />
      )}
    </Box>
  )
}

const besides = (at: number, way: Way) => (way === 'up' ? at - 1 : at + 1)
