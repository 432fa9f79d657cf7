import { useEffect } from 'react'

/** The sign-in pages live in the light application: the address is right, so a reload opens them. */
export function GuestDoor() {
  useEffect(() => location.reload(), [])
  return null
}
