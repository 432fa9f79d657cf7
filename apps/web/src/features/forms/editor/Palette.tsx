import { type FieldKind, fieldKinds, kindsOfField } from '@learnt/contract/forms/field-kinds'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useNewItem } from '../../../ui/outline/use-new-item.ts'
import { useFormEditing } from './editing.ts'
import { fieldIcons } from './field-icons.ts'

const groups = ['text', 'choice', 'rating', 'more', 'content', 'quiz'] as const

/** Groups in the order in which authors of this kind of form need them. */
export function paletteGroups(isQuiz: boolean) {
  const order = isQuiz ? (['quiz', ...groups.filter((group) => group !== 'quiz')] as const) : groups
  return order.map((group) => ({ group, kinds: fieldKinds.filter((kind) => kindsOfField[kind].group === group) }))
}

/** Everything that a form can ask or show: pressed, it is added after what is selected; dragged, it is put where it is dropped. */
export function Palette() {
  const { t } = useTranslation('formEditor')
  const { form } = useFormEditing()
  return (
    <Box component="section" aria-labelledby="palette-heading">
      <Typography id="palette-heading" variant="subtitle2" component="h2" sx={{ mb: 1 }}>
        {t('palette.heading')}
      </Typography>
      {paletteGroups(form.kind === 'quiz').map(({ group, kinds }) => (
        <Box key={group} sx={{ mb: 1.5 }}>
          <Typography variant="caption" component="h3" color="textSecondary" sx={{ fontWeight: 700, mb: 0.5 }}>
            {t(`palette.groups.${group}`)}
          </Typography>
          <Box sx={{ display: 'grid', gap: 0.5 }}>
            {kinds.map((kind) => (
              <PaletteEntry key={kind} kind={kind} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function PaletteEntry({ kind }: { kind: FieldKind }) {
  const { t } = useTranslation('formEditor')
  const { actions, selected } = useFormEditing()
  const { grip, isDragging } = useNewItem(kind)
  const Icon = fieldIcons[kind]
  return (
    <ButtonBase
      {...grip}
      onClick={() => actions.add(kind, selected)}
      sx={(theme) => ({
        display: 'flex',
        justifyContent: 'flex-start',
        gap: 1,
        px: 1,
        py: 0.75,
        borderRadius: '8px',
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        opacity: isDragging ? 0.5 : 1,
        textAlign: 'start',
        '&:hover, &:focus-visible': { borderColor: 'primary.main', bgcolor: theme.palette.primary.soft },
      })}
    >
      <Icon aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />
      <Typography variant="body2" component="span" noWrap>
        {t(`kinds.${kind}`)}
      </Typography>
    </ButtonBase>
  )
}
