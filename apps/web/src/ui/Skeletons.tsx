import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { SxProps, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Bone } from './Bone.tsx'
import { numbersUpTo } from './numbers.ts'
import { shapeAfterMs, useMoment } from './useMoment.ts'

/** Grey shapes of what is coming, so that nothing jumps when it comes. */
export function PageSkeleton() {
  return (
    <Waiting after={shapeAfterMs}>
      <Bone width="38%" height={34} />
      <Box sx={{ mt: 1.5, mb: 3 }}>
        <Bone width="60%" height={18} />
      </Box>
      <Bone height={280} radius={14} />
    </Waiting>
  )
}

export function CardsSkeleton({ count = 6 }: { count?: number }) {
  return (
    <Waiting
      after={shapeAfterMs}
      sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))' }}
    >
      {numbersUpTo(count).map((index) => (
        <Card key={index}>
          <Bone height={140} radius={0} />
          <Box sx={{ p: 2, display: 'grid', gap: 1.25 }}>
            <Bone width="80%" height={22} />
            <Bone width="50%" height={16} />
            <Bone height={8} />
          </Box>
        </Card>
      ))}
    </Waiting>
  )
}

export function FormSkeleton({ fields = 6 }: { fields?: number }) {
  return (
    <Waiting sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { md: '1fr 1fr' } }}>
      {numbersUpTo(fields).map((index) => (
        <Bone key={index} height={56} radius={10} />
      ))}
    </Waiting>
  )
}

export function LinesSkeleton({ lines = 4, after = 0 }: { lines?: number; after?: number }) {
  return (
    <Waiting after={after} sx={{ display: 'grid', gap: 1.25 }}>
      {numbersUpTo(lines).map((index) => (
        <Bone key={index} width={`${90 - ((index * 17) % 40)}%`} />
      ))}
    </Waiting>
  )
}

/** `after`: the shape of a whole page waits so long, and keeps its place free meanwhile. */
export function Waiting({ after = 0, sx, children }: { after?: number; sx?: SxProps<Theme>; children: ReactNode }) {
  const { t } = useTranslation()
  const isDrawn = useMoment(after)
  return (
    <Box
      aria-busy="true"
      aria-label={t('loading')}
      role="status"
      {...(sx && isDrawn ? { sx } : {})}
      {...(after > 0 ? { style: { minHeight: '60vh', alignContent: 'start' } } : {})}
    >
      {isDrawn && children}
    </Box>
  )
}
