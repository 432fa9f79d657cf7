import type { ItemControls, PackageItem } from './packages.ts'

// No zod here: the player loads this before the learner's package.

/** Controls where the manifest says nothing: everything may be chosen and walked through. */
export const openControls: ItemControls = {
  choice: true,
  choiceExit: true,
  flow: true,
  forwardOnly: false,
  tracked: true,
  completionSetByContent: false,
  objectiveSetByContent: false,
}

/** The items that open something, in the order of the outline. */
export function launchableItems(items: readonly PackageItem[]): PackageItem[] {
  return items.flatMap((item) => [...(item.href === null ? [] : [item]), ...launchableItems(item.children)])
}
