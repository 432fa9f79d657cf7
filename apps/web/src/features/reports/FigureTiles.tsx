import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { ListState } from '../../ui/table/list-state.ts'
import { ask } from '../../ui/table/list-state.ts'

interface Tile {
  id: string
  label: string
  value: ReactNode
  tone?: 'error' | 'success' | undefined
  /** What of the table the figure counts, by filter; absent: it counts nothing, as a share does. */
  filter?: Readonly<Record<string, readonly string[]>> | undefined
}

/** Figures over a table: one that is pressed narrows the table to what it counts, and once more widens it again. */
export function FigureTiles({
  label,
  tiles,
  state,
  onChange,
}: {
  label: string
  tiles: readonly Tile[]
  state: ListState
  onChange: (next: ListState) => void
}) {
  const keys = new Set(tiles.flatMap(({ filter }) => Object.keys(filter ?? {})))
  const others = Object.fromEntries(Object.entries(state.filters).filter(([key]) => !keys.has(key)))
  const chosen = tiles.find(({ filter }) => filter && [...keys].every((key) => isSame(filter[key], state.filters[key])))
  const press = ({ id, filter }: Tile) => {
    const added = Object.entries(id === chosen?.id ? {} : (filter ?? {})).map(([key, values]) => [key, [...values]])
    onChange(ask(state, { filters: { ...others, ...Object.fromEntries(added) } }))
  }
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, listStyle: 'none', p: 0, m: 0, mb: 3 }}
    >
      {tiles.map((tile) => (
        <Card component="li" key={tile.id} sx={{ minWidth: 120, flex: '1 1 120px', display: 'flex' }}>
          {tile.filter ? (
            <ButtonBase
              aria-pressed={tile.id === chosen?.id}
              onClick={() => press(tile)}
              sx={{
                ...inside,
                '&:hover': { bgcolor: 'action.hover' },
                '&[aria-pressed="true"]': {
                  bgcolor: (theme) => theme.palette.primary.soft,
                  boxShadow: (theme) => `inset 0 -3px 0 ${theme.palette.primary.main}`,
                },
              }}
            >
              <Words {...tile} />
            </ButtonBase>
          ) : (
            <Box sx={inside}>
              <Words {...tile} />
            </Box>
          )}
        </Card>
      ))}
    </Box>
  )
}

// A button would put its words in the middle.
const inside = {
  p: 2,
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  textAlign: 'start',
} as const

const isSame = (one: readonly string[] = [], other: readonly string[] = []) =>
  one.length === other.length && one.every((value) => other.includes(value))

function Words({ label, value, tone }: Tile) {
  return (
    <>
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {label}
      </Typography>
      <Typography
        component="span"
        variant="h2"
        sx={{
          display: 'block',
          mt: 0.5,
          fontVariantNumeric: 'tabular-nums',
          color: tone ? `${tone}.main` : 'text.primary',
        }}
      >
        {value}
      </Typography>
    </>
  )
}
