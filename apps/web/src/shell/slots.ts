import type { ComponentType } from 'react'

/** Places of the toolbar where later parts of the product hang themselves in; an empty slot renders nothing. */
export interface ToolbarSlots {
  balance?: ComponentType
  bell?: ComponentType
  chat?: ComponentType
}

export const toolbarSlots: ToolbarSlots = {}
