import Box from '@mui/material/Box'
import { type FieldProps, useFilling } from './field-props.ts'
import { OrderList } from './OrderList.tsx'

/** Ranking takes things into an order one by one; ordering always has all of them. */
export function OrderField({ field, answer = [], onChange, onLeave, labelId }: FieldProps<'ranking' | 'ordering'>) {
  const { say } = useFilling()
  const items = (field.kind === 'ranking' ? field.choices : field.items).map((item) => ({
    key: item.key,
    label: say(item.label),
  }))
  return (
    <Box onBlur={onLeave}>
      <OrderList
        items={items}
        value={answer}
        takes={field.kind === 'ranking' ? 'some' : 'all'}
        labelledBy={labelId}
        onChange={(next) => onChange(next.length > 0 ? next : null)}
      />
    </Box>
  )
}
