import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Radio from '@mui/material/Radio'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { ChoiceLine } from './ChoiceField.tsx'
import { type FieldProps, useFilling } from './field-props.ts'

/** Rows by columns: a table where there is room, on a phone one card for each row. */
export function MatrixField(props: FieldProps<'matrix'>) {
  const { field, answer = {}, onChange, onLeave, hasError, id, labelId, describedBy } = props
  const { say } = useFilling()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('md'))
  const isChosen = (row: string, column: string) => answer[row]?.includes(column) ?? false
  const choose = (row: string, column: string) => {
    const before = answer[row] ?? []
    const chosen = !field.several
      ? [column]
      : before.includes(column)
        ? before.filter((one) => one !== column)
        : [...before, column]
    const { [row]: _, ...others } = answer
    const next = chosen.length > 0 ? { ...others, [row]: chosen } : others
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  const idOf = (row: number, column: number) => (row === 0 && column === 0 ? id : `${id}-${row}-${column}`)
  if (isNarrow) {
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }} onBlur={onLeave}>
        {field.rows.map((row, r) => (
          <Box
            key={row.key}
            role={field.several ? 'group' : 'radiogroup'}
            aria-labelledby={`${id}-row-${row.key}`}
            sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', p: 1.5, bgcolor: 'background.paper' }}
          >
            <Typography
              id={`${id}-row-${row.key}`}
              dir="auto"
              sx={{ fontWeight: 600, mb: 1, overflowWrap: 'anywhere' }}
            >
              {say(row.label)}
            </Typography>
            <Box sx={{ display: 'grid', gap: 0.75 }}>
              {field.columns.map((column, c) => (
                <ChoiceLine
                  key={column.key}
                  id={idOf(r, c)}
                  name={`${id}-${row.key}`}
                  several={field.several}
                  checked={isChosen(row.key, column.key)}
                  hasError={hasError && (answer[row.key]?.length ?? 0) === 0}
                  describedBy={undefined}
                  onChoose={() => choose(row.key, column.key)}
                >
                  {say(column.label)}
                </ChoiceLine>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    )
  }
  const Tick = field.several ? Checkbox : Radio
  return (
    <Box sx={{ overflowX: 'auto' }} onBlur={onLeave}>
      <Box
        component="table"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        sx={{
          borderCollapse: 'collapse',
          width: '100%',
          '& th, & td': { p: 0.5, borderBottom: 1, borderColor: 'divider', textAlign: 'center' },
          '& th': { fontWeight: 600, fontSize: '0.875rem', overflowWrap: 'anywhere' },
          '& tbody th': { textAlign: 'start', minWidth: 160 },
        }}
      >
        <thead>
          <tr>
            <td />
            {field.columns.map((column) => (
              <th key={column.key} scope="col" dir="auto">
                {say(column.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {field.rows.map((row, r) => (
            <tr key={row.key}>
              <th scope="row" dir="auto">
                {say(row.label)}
              </th>
              {field.columns.map((column, c) => (
                <td key={column.key}>
                  <Tick
                    id={idOf(r, c)}
                    name={`${id}-${row.key}`}
                    checked={isChosen(row.key, column.key)}
                    onChange={() => choose(row.key, column.key)}
                    slotProps={{
                      input: {
                        'aria-label': `${say(row.label)}: ${say(column.label)}`,
                        'aria-invalid': hasError && (answer[row.key]?.length ?? 0) === 0,
                      },
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
