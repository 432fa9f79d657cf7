import { type RefObject, useEffect, useRef } from 'react'

/** Focus brings the field into sight, not the complaint that appears below it: this does, while the field has focus. */
export function useComplaintInSight(complaint: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (complaint && box.current?.contains(document.activeElement)) box.current.scrollIntoView({ block: 'nearest' })
  }, [complaint])
  return box
}
