import ImageIcon from '@mui/icons-material/ImageOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Radio from '@mui/material/Radio'
import { type FieldProps, useFilling } from './field-props.ts'

/** Pictures to choose from; what each one shows stands under it. */
export function PictureField(props: FieldProps<'pictureChoice'>) {
  const { field, answer, onChange, onLeave, hasError, id, describedBy } = props
  const { say, services } = useFilling()
  const chosen = answer?.choices ?? []
  const Tick = field.several ? Checkbox : Radio
  const choose = (key: string) => {
    if (!field.several) return onChange({ choices: [key] })
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]
    onChange(next.length === 0 ? null : { choices: next })
  }
  return (
    <Box
      onBlur={onLeave}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
        maxWidth: 800,
      }}
    >
      {field.choices.map((choice, at) => {
        const checked = chosen.includes(choice.key)
        const address = choice.fileId ? services.fileAddress(choice.fileId) : ''
        const inputId = at === 0 ? id : `${id}-${choice.key}`
        return (
          <Box
            component="label"
            htmlFor={inputId}
            key={choice.key}
            sx={(theme) => ({
              display: 'flex',
              flexDirection: 'column',
              border: 2,
              borderColor: checked ? 'primary.main' : hasError ? 'error.main' : 'divider',
              borderRadius: '12px',
              overflow: 'hidden',
              cursor: 'pointer',
              bgcolor: checked ? theme.palette.primary.soft : 'background.paper',
              color: checked ? theme.palette.primary.onSoft : 'text.primary',
              '&:hover': { borderColor: 'primary.main' },
            })}
          >
            <Box sx={{ aspectRatio: '4 / 3', bgcolor: 'action.hover', display: 'grid', placeItems: 'center' }}>
              {address ? (
                // the words under the picture name it, for everybody
                <Box
                  component="img"
                  src={address}
                  alt=""
                  sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
                />
              ) : (
                <ImageIcon aria-hidden sx={{ fontSize: 40, color: 'text.secondary' }} />
              )}
            </Box>
            <Box sx={{ display: 'flex', alignItems: 'center', paddingInlineEnd: 1 }}>
              <Tick
                id={inputId}
                name={id}
                checked={checked}
                onChange={() => choose(choice.key)}
                slotProps={{ input: { 'aria-describedby': field.several ? describedBy : undefined } }}
              />
              <Box component="span" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere', py: 0.75 }}>
                {say(choice.label)}
              </Box>
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
