import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Bone } from '../Bone.tsx'
import { numbersUpTo } from '../numbers.ts'

export function TableSkeleton({ columns, phone }: { columns: number; phone: boolean }) {
  const { t } = useTranslation()
  if (phone) {
    return (
      <Box role="status" aria-busy="true" aria-label={t('loading')} sx={{ display: 'grid', gap: 1.5, p: 1.5 }}>
        {numbersUpTo(5).map((index) => (
          <Bone key={index} height={118} radius={12} />
        ))}
      </Box>
    )
  }
  return (
    <Box role="status" aria-busy="true" aria-label={t('loading')} sx={{ p: 2 }}>
      {numbersUpTo(9).map((row) => (
        <Box
          key={row}
          sx={{ display: 'grid', gap: 3, py: 2, gridTemplateColumns: `2fr repeat(${Math.max(1, columns - 1)}, 1fr)` }}
        >
          {numbersUpTo(Math.max(2, columns)).map((cell) => (
            <Bone
              key={cell}
              height={row === 0 ? 14 : 20}
              width={`${row === 0 ? 40 : 92 - ((row * 13 + cell * 29) % 40)}%`}
            />
          ))}
        </Box>
      ))}
    </Box>
  )
}
