import { NotificationBell } from './features/notifications/NotificationBell.tsx'
import { toolbarSlots } from './shell/slots.ts'

// What features hang into the shell, which may not import them.
toolbarSlots.bell = NotificationBell

export { RootFrame } from './shell/RootFrame.tsx'
