import { type MouseEvent, useState } from 'react'

/** Opens a panel that is fetched on first use, and keeps it in the page so that it can fade away. */
export function usePanel() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState(false)
  return {
    wanted,
    panel: { anchor, onClose: () => setAnchor(null) },
    button: {
      'aria-expanded': anchor !== null,
      onClick: (event: MouseEvent<HTMLElement>) => {
        setWanted(true)
        setAnchor(event.currentTarget)
      },
    },
  }
}
