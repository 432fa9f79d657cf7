import type { ReactNode } from 'react'

/** The page itself, with its margins, no wider than it reads well. */
export function PageMain({ width = 1520, children }: { width?: number | undefined; children: ReactNode }) {
  return (
    <main id="content" className="page-main" tabIndex={-1} style={{ maxWidth: width }}>
      {children}
    </main>
  )
}
