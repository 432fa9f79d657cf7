import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import type { RichTextProps } from './RichTextEditor.tsx'

const RichTextEditor = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }))

/** The text editor, fetched when it is first shown. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={260} />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}
