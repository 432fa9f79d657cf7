import Card from '@mui/material/Card'
import { useRef } from 'react'
import { useDressedPage } from '../../ui/rich-text/dress-page.ts'
import { SafeHtml } from '../../ui/SafeHtml.tsx'

/** What an author wrote beside the steps. */
export function WrittenText({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  useDressedPage(text, html)
  return (
    <Card ref={text} sx={{ p: { xs: 2, sm: 3 }, mb: 3 }}>
      <SafeHtml html={html} sx={{ maxWidth: 760 }} />
    </Card>
  )
}
